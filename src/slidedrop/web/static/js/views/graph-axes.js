/** The names of a graph's axes: values at the left, moves below. */
import { make } from "./dom.js";

/**
 * @param {HTMLElement} graph - holds the drawing @returns {(labels: {top: string, middle: string, bottom: string, first: string, last: string}) => void}
 *   what writes the labels
 */
export function addAxes(graph) {
  const up = make("div", { class: "axis-up", "aria-hidden": "true" });
  const along = make("div", { class: "axis-along", "aria-hidden": "true" });
  const frame = make("div", { class: "graph-frame" });
  graph.replaceWith(frame);
  frame.append(up, graph, along);
  return ({ top, middle, bottom, first, last }) => {
    up.replaceChildren(...[top, middle, bottom].map((text) => make("span", { text })));
    along.replaceChildren(...[first, last].map((text) => make("span", { text })));
  };
}
