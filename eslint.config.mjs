// What the page's code and the scripts of its tests are checked for, beside their types (tsconfig.json).
import js from "@eslint/js";
import globals from "globals";

const page = "src/slidedrop/web/static";

export default [
  js.configs.recommended,
  {
    rules: {
      "array-callback-return": "error",
      "consistent-this": "error",
      "default-param-last": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-len": ["error", { code: 260, ignoreComments: true, ignoreStrings: true, ignoreTemplateLiterals: true }],
      "max-lines": ["error", 400],
      "no-console": "error",
      "no-duplicate-imports": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-restricted-properties": ["error", { property: "innerHTML", message: "Text only ever becomes text." }],
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-throw-literal": "error",
      "no-unmodified-loop-condition": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "require-await": "off",
      quotes: ["error", "double", { avoidEscape: true, allowTemplateLiterals: true }],
      semi: "error",
    },
  },
  { files: [`${page}/**/*.js`], languageOptions: { globals: globals.browser } },
  { files: [`${page}/sw.js`], languageOptions: { globals: globals.serviceworker, sourceType: "script" } },
  { files: [`${page}/js/first-paint.js`], languageOptions: { sourceType: "script" } },
  { files: [`${page}/js/engine/worker.js`], languageOptions: { globals: globals.worker } },
  { files: ["tests/web/js/*", `${page}/**/*.mjs`], languageOptions: { globals: globals.node } },
];
