import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import typescript from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default typescript.config(
  js.configs.recommended,
  typescript.configs.strict,
  svelte.configs.recommended,
  svelte.configs.prettier, // no rules about what the formatter settles
  {
    languageOptions: { globals: globals.browser },
    rules: {
      // `noUncheckedIndexedAccess` asks for `!` wherever an index is known to be in range.
      "@typescript-eslint/no-non-null-assertion": "off",
      // A patch names the keys that it takes away.
      "@typescript-eslint/no-dynamic-delete": "off",
      // A collection that the page draws is replaced as a whole (`$state.raw`), never changed in place.
      "svelte/prefer-svelte-reactivity": "off",
      // A space at the end of a block is lost unless it is `{" "}`.
      "svelte/no-useless-mustaches": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { extraFileExtensions: [".svelte"], parser: typescript.parser, svelteConfig } },
  },
);
