import { dirname } from 'node:path'

/** Words of the folders of files, relative to the root: `stages/fetch/polite-fetch.ts` has `stages` and `fetch`. */
export function folderWords(files: readonly string[]): Set<string> {
  return new Set(files.flatMap((file) => dirname(file).split(/[/-]/)))
}

/** Words of the names of metrics in a source, without the prefix of all of them. */
export function metricWords(source: string): Set<string> {
  const names = [...source.matchAll(/'pageprobe_([a-z_]+)'/g)].map(([, name = '']) => name)
  return new Set(names.flatMap((name) => name.split('_')))
}

/** Words of the terms in bold and in brackets behind them that a glossary explains, one line each. */
export function glossaryWords(markdown: string): Set<string> {
  const terms = [...markdown.matchAll(/^- <a id="[\w-]+"><\/a>\*\*(.+?)\*\*(?: \((.+?)\))?/gm)]
  return new Set(terms.flatMap(([, term = '', also = '']) => `${term} ${also}`.toLowerCase().split(/[\s-]+/)))
}

/** The word and what it may be the plural of. */
export function singularsOf(word: string): string[] {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')]
}
