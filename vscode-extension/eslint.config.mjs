// The rules for the TypeScript of the extension and its tests; types are known to them. Prettier sees to the layout.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Calls whose promise the test runner itself waits for. */
const testRunner = ['describe', 'test', 'before', 'after', 'afterEach'].map((name) => ({
  from: 'package',
  package: 'node:test',
  name,
}));

export default tseslint.config(
  { ignores: ['dist', 'server', 'test-output', '*.mjs'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: testRunner }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowRegExp: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // What VS Code calls a Disposable is whatever has its one method.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Interfaces of others have methods for which there is nothing to do.
      '@typescript-eslint/no-empty-function': ['error', { allow: ['methods', 'asyncFunctions', 'arrowFunctions'] }],
    },
  },
);
