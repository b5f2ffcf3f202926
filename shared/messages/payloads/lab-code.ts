/** Sizes are in UTF-16 code units of the decoded text. Code in the document itself is not included. */
export interface LabCoverage {
  /** Of the file after redirects. */
  readonly url: string
  readonly kind: 'javascript' | 'stylesheet'
  readonly characters: number
  /** In functions that did not run, or in style rules that matched no element. */
  readonly unusedCharacters: number
}

export interface LabDuplicate {
  /** A module of source maps by its name, for example `node_modules/lodash/get.js`; null: whole files with the same content. */
  readonly module: string | null
  /** Files that contain it, with the UTF-16 code units that it has there, the most first; at least two. */
  readonly copies: readonly { readonly url: string; readonly characters: number }[]
}

export interface LabLegacyCode {
  readonly url: string
  /** Polyfilled features and transforms, for example `Array.prototype.at`, `@babel/plugin-transform-classes`. */
  readonly names: readonly string[]
  /** UTF-16 code units that the script would be shorter without them, at least. */
  readonly characters: number
}
