/** Calls of the engines through the page's modules: scores, node counts and the bits of values. */

const UNLIMITED = 2 ** 52;

/** @returns {Promise<number[][]>} for each position its least and greatest score and the nodes that it took */
export async function solved(SolverExports, code, { columns, rows, positions }) {
  const engine = await SolverExports.open(code);
  engine.setUp(columns, rows);
  return positions.map(([mover, other]) => {
    engine.clearTables();
    engine.movers[0] = BigInt(mover);
    engine.others[0] = BigInt(other);
    engine.loadPositions(1, false, UNLIMITED);
    engine.search(UNLIMITED);
    return [engine.low, engine.high, engine.nodes].map((array) => Number(array[0]));
  });
}

/** @returns {any[]} for each board the bits of its four values, and how many boards were valued for them */
export function valued(network, { boards, plies }) {
  const rules = { base: 2, spawn_weights: [90, 10] };
  return boards.map((board) => {
    network.engine.clearTables();
    network.slides(board, rules, plies);
    const bits = new Uint32Array(network.engine.values.slice().buffer);
    return [[...bits], Number(network.engine.counts[1])];
  });
}
