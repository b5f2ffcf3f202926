import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'

/** A reference of a file to something in the repository, and whether it is there. */
export interface Reference {
  /** Path of the file that has it, relative to the root. */
  readonly from: string
  /** As it is written. */
  readonly to: string
}

const FOLDERS = ['gateway', 'stages', 'shared', 'infra', 'test', 'proto'] as const
const CODE = `{${FOLDERS}}/**/{*.{ts,mts,mjs,cjs,yaml,yml,sh,sql,py,proto},*Dockerfile}`
/** Made by a command, on the machine that runs it. */
const GENERATED: ReadonlySet<string> = new Set(['infra/.env'])
const PAGES = ['README.md', `{${FOLDERS}}/**/*.md`]

/** Files that may cite documents: code, configuration, scripts. */
export function citingFiles(root: string): string[] {
  return globSync(CODE, { cwd: root }).sort()
}

/** The README and all pages below the folders of the repository. */
export function documentFiles(root: string): string[] {
  return globSync(PAGES, { cwd: root }).sort()
}

/** The anchors of a Markdown page: those that are written, and those that GitHub makes of headings. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const written = [...markdown.matchAll(/<a id="([\w-]+)"><\/a>/g)].map(([, id = '']) => id)
  const headings = [...withoutCode(markdown).matchAll(/^#{1,6} +(.+)$/gm)].map(([, text = '']) =>
    slugOf(text),
  )
  return new Set([...written, ...headings])
}

function slugOf(heading: string): string {
  const text = heading.trim().toLowerCase()
  return text.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
}

/**
 * Pages that a text cites: a path from the root, or any page with an anchor. Addresses of other sites are left out.
 */
export function citationsOf(text: string): string[] {
  const found = text.matchAll(/(?<![\w/.:-])(?:\.{0,2}\/)?(?:[\w.-]+\/)*[\w.-]+\.md(?:#[\w-]+)?(?![\w/])/g)
  const isOurs = new RegExp(`#|^(?:${FOLDERS.join('|')})/`)
  return [...found].map(([citation]) => citation).filter((citation) => isOurs.test(citation))
}

/** Targets of links of a Markdown page that are no addresses of other sites. */
export function linksOf(markdown: string): string[] {
  const found = withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)
  return [...found].map(([, target = '']) => target).filter((target) => !/^[a-z]+:/.test(target))
}

/** Paths and file names in backticks of a Markdown page that stand for files or folders of the repository. */
export function pathsOf(markdown: string): string[] {
  const spans = [...markdown.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  return spans.filter((span) => isRepositoryPath(span) || isFileName(span))
}

function isRepositoryPath(span: string): boolean {
  return new RegExp(`^(?:${FOLDERS.join('|')})/[\\w./-]*$`).test(span)
}

function isFileName(span: string): boolean {
  return /^[\w.-]+\.(?:ts|mts|mjs|cjs)$/.test(span)
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```[^\n]*\n[\s\S]*?^```/gm, '')
}

/** Tells whether references resolve; reads each page once. */
export function makeResolver(root: string) {
  const anchors = new Map<string, ReadonlySet<string>>()
  const names = new Set(globSync(CODE, { cwd: root }).map((path) => basename(path)))
  const pages = globSync(PAGES, { cwd: root })

  function hasAnchor(page: string, anchor: string): boolean {
    const known = anchors.get(page) ?? anchorsOf(readFileSync(join(root, page), 'utf8'))
    anchors.set(page, known)
    return known.has(anchor)
  }

  const isThere = (path: string) => path !== '' && existsSync(join(root, path))

  function isPage(path: string, anchor: string | undefined): boolean {
    return isThere(path) && (anchor === undefined || hasAnchor(path, anchor))
  }

  return {
    /** A citation of a comment: by the path from the root, from the citing file's folder, or by the page's name alone. */
    isCitation({ from, to }: Reference): boolean {
      const [path = '', anchor] = to.split('#')
      const named = path.includes('/') ? [] : pages.filter((page) => basename(page) === path)
      const candidates = [normalize(path), join(dirname(from), path), ...named]
      return candidates.some((candidate) => isPage(candidate, anchor))
    },
    /** A link of a page, relative to it. */
    isLink({ from, to }: Reference): boolean {
      const [path = '', anchor] = to.split('#')
      const target = path === '' ? from : join(dirname(from), path)
      return target.endsWith('.md') ? isPage(target, anchor) : isThere(target)
    },
    /** A path of the repository, or the name of a file of it. */
    isPath(path: string): boolean {
      if (!path.includes('/')) return names.has(path)
      if (GENERATED.has(path)) return true
      return isThere(path) && (!path.endsWith('/') || statSync(join(root, path)).isDirectory())
    },
  }
}

/** The references of files that do not resolve, as `file: reference`. */
export function broken(
  files: readonly string[],
  referencesIn: (file: string) => readonly string[],
  resolves: (reference: Reference) => boolean,
): string[] {
  const all = files.flatMap((from) => referencesIn(from).map((to) => ({ from, to })))
  return [...new Set(all.filter((one) => !resolves(one)).map(({ from, to }) => `${from}: ${to}`))]
}
