/**
 * All moves tried in one game: a tree of states, and the current one.
 *
 *     start - left - up - o         o is now; undo goes to the left, redo to where one came from.
 *           + down - down           A move that was tried before leads to the state it led to before,
 *                                   so taking back never rolls the dice again.
 *
 * @typedef {import("../games/twenty48/twenty48-game.js").State} State
 */

/**
 * @template State
 * @typedef {{state: State, parent: Node<State> | null, key: string, children: Map<string, Node<State>>, undone: Node<State> | null}} Node
 */

/** @template State */
export class History {
  /** @param {State} start */
  constructor(start) {
    /** @type {Node<State>} */
    this.node = { state: start, parent: null, key: "", children: new Map(), undone: null };
  }

  /** @returns {State} the state now */
  get state() {
    return this.node.state;
  }

  /** @param {string} key @returns {State | null} the state that this key led to when it was tried here before */
  known(key) {
    return this.node.children.get(key)?.state ?? null;
  }

  /** Move to the state of this key; undone moves can no longer be redone. @param {string} key @param {State} state */
  advance(key, state) {
    const parent = this.node;
    /** @type {Node<State>} */
    const child = parent.children.get(key) ?? { state, parent, key, children: new Map(), undone: null };
    parent.children.set(key, child);
    parent.undone = child.undone = null;
    this.node = child;
  }

  /** @returns {boolean} whether there was a step to go back */
  undo() {
    const { parent } = this.node;
    if (!parent) return false;
    parent.undone = this.node;
    this.node = parent;
    return true;
  }

  /** @returns {boolean} whether something had been undone here */
  redo() {
    const child = this.node.undone;
    if (!child) return false;
    this.node.undone = null;
    this.node = child;
    return true;
  }

  get canUndo() {
    return this.node.parent !== null;
  }

  get canRedo() {
    return this.node.undone !== null;
  }

  /** @returns {{key: string, state: State}[]} the keys from the start to now, each with the state it led to */
  steps() {
    const steps = [];
    for (let node = this.node; node.parent; node = node.parent) steps.push({ key: node.key, state: node.state });
    return steps.reverse();
  }

  /** @returns {State} the state before the first key */
  first() {
    let node = this.node;
    while (node.parent) node = node.parent;
    return node.state;
  }
}
