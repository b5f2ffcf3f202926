import type { DatabaseSync } from 'node:sqlite'
import type { FailedPageRule } from '#shared/messages/payloads/site-facts.ts'
import { MOST_EXAMPLES } from '../../../frontier/decisions/bounds.ts'
import type { StoredPage } from '../../../site/records/page-record.ts'
import { TextIds } from './text-ids.ts'

/**
 * What is gathered about the site of a batch. Texts (URLs, titles, link texts) are stored once and named by number;
 * records are those of `records/`.
 */
export const SITE_SCHEMA = `
  CREATE TABLE IF NOT EXISTS site_texts (
    id INTEGER PRIMARY KEY, batch INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE (batch, text)
  ) STRICT;

  CREATE TABLE IF NOT EXISTS site_results (
    batch INTEGER NOT NULL, n INTEGER NOT NULL, record BLOB NOT NULL, PRIMARY KEY (batch, n)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS site_pages (
    id INTEGER PRIMARY KEY, batch INTEGER NOT NULL, url INTEGER NOT NULL, seq INTEGER NOT NULL, final_url INTEGER NOT NULL,
    is_blocked INTEGER NOT NULL, alternates INTEGER NOT NULL, nodes INTEGER NOT NULL, links INTEGER NOT NULL, record BLOB NOT NULL,
    link_texts BLOB NOT NULL,     UNIQUE (batch, url)
  ) STRICT;

  CREATE TABLE IF NOT EXISTS site_rules (
    batch INTEGER NOT NULL, rule INTEGER NOT NULL, category TEXT NOT NULL, severity TEXT NOT NULL, title TEXT NOT NULL,
    fix TEXT NOT NULL, docs_url TEXT NOT NULL, PRIMARY KEY (batch, rule)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS site_examples (
    batch INTEGER NOT NULL, rule INTEGER NOT NULL, url TEXT NOT NULL, seq INTEGER NOT NULL, selector TEXT, snippet TEXT,
    message TEXT NOT NULL, PRIMARY KEY (batch, rule, url, seq)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS site_found (
    batch INTEGER NOT NULL, n INTEGER NOT NULL, record BLOB NOT NULL, PRIMARY KEY (batch, n)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS site_listed (
    batch INTEGER NOT NULL, url INTEGER NOT NULL, PRIMARY KEY (batch, url)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS site_sitemap_origins (
    batch INTEGER NOT NULL, origin INTEGER NOT NULL, PRIMARY KEY (batch, origin)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS site_probes (
    batch INTEGER NOT NULL, url INTEGER NOT NULL, status INTEGER, error INTEGER, location INTEGER, PRIMARY KEY (batch, url)
  ) STRICT, WITHOUT ROWID;
`

/** The tables with a row for each thing of a batch, and their keys. */
const keys = {
  site_texts: 'id',
  site_results: 'batch, n',
  site_pages: 'id',
  site_rules: 'batch, rule',
  site_examples: 'batch, rule, url, seq',
  site_found: 'batch, n',
  site_listed: 'batch, url',
  site_sitemap_origins: 'batch, origin',
  site_probes: 'batch, url',
} as const

/** Where an example was found. `seq`: the item. */
interface ExampleKey {
  readonly batch: number
  readonly rule: number
  readonly url: string
  readonly seq: number
}

type RuleTexts = Pick<FailedPageRule, 'category' | 'severity' | 'title' | 'fix' | 'docsUrl'>
type ExampleTexts = Pick<FailedPageRule, 'selector' | 'snippet' | 'message'>

/** Of several items with one URL, the first one counts. */
const INSERT_PAGE = `
  INSERT INTO site_pages (batch, url, seq, final_url, is_blocked, alternates, nodes, links, record, link_texts)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (batch, url) DO UPDATE SET seq = excluded.seq, final_url = excluded.final_url, is_blocked = excluded.is_blocked,
    alternates = excluded.alternates, nodes = excluded.nodes, links = excluded.links, record = excluded.record,
    link_texts = excluded.link_texts
  WHERE excluded.seq < seq`

/** Prepares the statements on what is gathered about sites. */
export function siteTables(db: DatabaseSync) {
  const insertResult = db.prepare('INSERT INTO site_results (batch, n, record) VALUES (?, ?, ?)')
  const insertFound = db.prepare('INSERT INTO site_found (batch, n, record) VALUES (?, ?, ?)')
  const insertPage = db.prepare(INSERT_PAGE)
  const findPage = db.prepare('SELECT 1 FROM site_pages WHERE batch = ? AND url = ? AND seq <= ?')
  const insertRule = db.prepare(`
    INSERT INTO site_rules (batch, rule, category, severity, title, fix, docs_url) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`)
  const insertListed = db.prepare('INSERT INTO site_listed (batch, url) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const insertOrigin = db.prepare(
    'INSERT INTO site_sitemap_origins (batch, origin) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const insertProbe = db.prepare(`
    INSERT INTO site_probes (batch, url, status, error, location) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`)
  const removals = Object.entries(keys).map(([table, key]) =>
    db.prepare(
      `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE batch = ? LIMIT ?)`,
    ),
  )
  return {
    ...examplesOf(db),
    texts: new TextIds(db),
    insertResult: (batch: number, n: number, record: Uint8Array) => void insertResult.run(batch, n, record),
    /** Records what the audit of a result found: that of `records/found-record.ts`. */
    insertFound: (batch: number, n: number, record: Uint8Array) => void insertFound.run(batch, n, record),
    /** Whether the page of this item, or of an earlier one, is stored for the URL. */
    hasPage: (batch: number, url: number, seq: number) => findPage.get(batch, url, seq) !== undefined,
    insertPage: (batch: number, url: number, seq: number, page: StoredPage) => {
      const { finalUrl, isBlocked, alternates, nodes, links } = page.head
      const head = [finalUrl, Number(isBlocked), alternates, nodes, links]
      void insertPage.run(batch, url, seq, ...head, page.record, page.linkTexts)
    },
    insertRule: (batch: number, rule: number, { category, severity, title, fix, docsUrl }: RuleTexts) =>
      void insertRule.run(batch, rule, category, severity, title, fix, docsUrl),
    /** Records that a sitemap lists the URL. */
    insertListed: (batch: number, url: number) => void insertListed.run(batch, url),
    /** Records that the sitemaps of the origin were read. */
    insertSitemapOrigin: (batch: number, origin: number) => void insertOrigin.run(batch, origin),
    insertProbe: (
      batch: number,
      url: number,
      {
        status,
        error,
        location,
      }: { readonly status: number | null; readonly error: number | null; readonly location: number | null },
    ) => void insertProbe.run(batch, url, status, error, location),
    /** Removes some rows of a batch, and returns how many. */
    remove: (batch: number, limit: number) =>
      removals.reduce((sum, removal) => sum || Number(removal.run(batch, limit).changes), 0),
  }
}

function examplesOf(db: DatabaseSync) {
  const insert = db.prepare(`
    INSERT INTO site_examples (batch, rule, url, seq, selector, snippet, message) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`)
  const bound = db.prepare(`
    SELECT url, seq FROM site_examples WHERE batch = ? AND rule = ? ORDER BY url, seq LIMIT 1 OFFSET ${MOST_EXAMPLES - 1}`)
  const cut = db.prepare(`
    DELETE FROM site_examples WHERE batch = ? AND rule = ? AND (url, seq) > (?, ?)`)
  return {
    /** The last example that is kept of a rule; null while there is room. */
    lastExample: (batch: number, rule: number) =>
      (bound.get(batch, rule) as Pick<ExampleKey, 'url' | 'seq'> | undefined) ?? null,
    /** Adds an example, and drops those behind the last one that is kept. Returns the last one. */
    insertExample({ batch, rule, url, seq }: ExampleKey, { selector, snippet, message }: ExampleTexts) {
      insert.run(batch, rule, url, seq, selector, snippet, message)
      const last = bound.get(batch, rule) as Pick<ExampleKey, 'url' | 'seq'> | undefined
      if (last !== undefined) cut.run(batch, rule, last.url, last.seq)
      return last ?? null
    },
  }
}
