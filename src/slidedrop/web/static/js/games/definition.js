/**
 * The definition of a game for the page: one object each, in its own folder. Most members are optional; without one the page
 * does not offer that feature. Functions without an argument load a module when the feature is first used.
 *
 * @typedef {import("../game/command.js").Command} Command
 * @typedef {import("../game/record.js").GameRecord} GameRecord
 * @typedef {import("../game/record.js").Header} Header
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../views/face.js").Face} Face
 * @typedef {import("../views/replayer.js").Replayer} Replayer
 * @typedef {import("../engine/engine.js").Engine} Engine
 * @typedef {import("../computer.js").Computer} Computer
 * @typedef {import("../game/packing.js").Packing} Packing
 * @typedef {import("../game/packing.js").Unpacking} Unpacking
 * @typedef {import("../notebook.js").Puzzle} Puzzle
 * @typedef {import("../dialogs/new-game.js").NewGame} NewGame
 *
 * @typedef {{move: string, part: number, texts: string[], verdict?: string | null, isBest: boolean}} HintBar
 *   - a move, how long its bar is (up to 1), and its value in one or two short texts
 *
 * @typedef {{rules: string, moves: number, takeBacks: number, hints: number, finished: boolean,
 *   score?: number}} Summary - a game in a line of a list; a score is one where high is good
 *
 * @typedef {{kind: string, rules: any, history: import("../game/history.js").History<any>, turns: any[], lastTurn: any,
 *   finished: boolean, toMove: number, movers: number[], takeBacks: number, hints: number, line(): string[], legalMoves(): string[],
 *   header(): Header, do(command: Command): any, summary(): Summary, positionRecord(): GameRecord,
 *   moveRecord(): GameRecord}} Game - one game being played; `toMove` is a seat, `movers` are those of
 *   `turns`, `moveRecord` has every move
 *
 * @typedef {{draw(game: any, index?: number): void, animate(game: any, turn: any): void, point(move: string): void,
 *   allow?(game: any, open: boolean): void}} View - the board; only a view with buttons for moves has `allow`
 *
 * @typedef {new (stage: HTMLElement, choose: (move: string) => void) => View} ViewClass
 *
 * @typedef {{mood: "won" | "over", title: string, text: string, acts: [label: string, action: string][]}} Sign
 * @typedef {{move?: string, action?: string, disc?: string}} Wish - what a key means
 *
 * @typedef {{pack(game: any, packing: Packing): void, unpack(packing: Unpacking): Game, moves(game: any): Command[]}} Codec
 * @typedef {{open(): void}} Dialog
 * @typedef {{enter(): void}} ReviewPanel
 * @typedef {{show(): Promise<void>}} HelpLine
 * @typedef {{toggle(): void, refresh(): Promise<void>}} Aid - something that is drawn on the board as long as it is on
 * @typedef {{answer(question: string, game: any, wish: any): Promise<any>}} Analyst
 * @typedef {{load(file: string): Promise<Uint8Array<ArrayBuffer>>, has(file: string): Promise<boolean>, pause(): Promise<void>}} Supply
 *   - the engine's files, and a rest between two slices of a search
 *
 * @typedef {{
 *   name: string, title: string, letter: string, seats: number, buttons: string[],
 *   fromHeader(header: Header): Game, usual(): Game,
 *   how(game: any, isFine: boolean): string, counts(game: any, session: Session): [id: string, name: string, value: string | number][],
 *   details(game: any): [name: string, value: unknown][], again(game: any): Game, spell(move: string): string, sentence(game: any, turn: any): string, standing(game: any): string, listed(summary: any): string, moment(game: any, turn: any): {sound: import("../delight/sounds.js").Sound, level: number},
 *   sign(game: any, turn: any, session: Pick<Session, "saved">): Sign | null, pressed(wish: Wish, game: any, view: any): string | null,
 *   mayReview(game: any): boolean, answersHere(question: string, rules: any, player: string): boolean,
 *   view(): Promise<ViewClass>, codec(): Promise<Codec>, picture(): Promise<(game: any) => import("../views/board-picture.js").Drawing>,
 *   newGame(): Promise<new (newGame: NewGame) => Dialog>, editor(): Promise<new (session: Session, computer: Computer) => Dialog>,
 *   review(): Promise<new (session: Session, engine: Engine, face: Face, replayer: Replayer) => ReviewPanel>,
 *   analyst(): Promise<new (supply: Supply) => Analyst>,
 *   puzzle: {start(position: string): Game, question(game: any): string},
 *   directions?: [move: string, sign: string][], nothingMoved?(move: string): string,
 *   tally?(session: Pick<Session, "saved" | "library">): string, friendly?: string, watched?: string, wishes?(storage: Storage): Record<string, unknown>,
 *   aids?(session: Session, engine: Engine, face: Face, storage: Storage): Promise<Record<string, Aid>>,
 *   seated?(players: string[], library: import("../library.js").Library): string[], daily?(seed: bigint): Game,
 *   helpLine?(storage: Storage): Promise<HelpLine>,
 * }} GameDefinition
 *   - `letter` begins a share code; `listed` describes the state of a game from a summary; `buttons` are the ids of buttons that only some games have; `pressed` returns the move
 *     that a key makes, "" where it did something else, null where it means nothing; `directions` are moves that a swipe
 *     or an arrow key makes; `friendly` is the first opponent of a new visitor, `watched` the player for watching;
 *     `wishes` go with each question to the engine; `seated` chooses the levels of opponents that suit the person here; `daily` starts the board of a day
 */
export {};
