/** Questions to the built programs themselves, through the page's own modules: scores, node counts and the bits of values. */

/** @returns {Promise<number[][]>} for each position its least and greatest score and the nodes that it took */
export async function solved(Program, code, { columns, rows, positions }) {
  const program = await Program.open(code);
  program.call("set_up", columns, rows);
  return positions.map(([mover, other]) => {
    program.call("forget");
    program.array("movers")[0] = BigInt(mover);
    program.array("others")[0] = BigInt(other);
    program.call("ask", 1, 0, 1n << 60n);
    program.call("go_on", 1n << 60n);
    return ["low", "high", "nodes"].map((array) => program.read(array, 1)[0]);
  });
}

/** @returns {any[]} for each board the bits of its four values, and how many boards were valued for them */
export function valued(network, { boards, plies }) {
  const rules = { base: 2, spawn_weights: [90, 10] };
  return boards.map((board) => {
    network.program.call("forget");
    network.slides(board, rules, plies);
    const bits = new Uint32Array(network.program.array("stack.answers").slice().buffer);
    return [[...bits], network.program.read("stack.counts", 2)[1]];
  });
}
