import type { DatabaseSync } from 'node:sqlite'
import type { Site } from '../../../../site/site.ts'

const ORIGINS = `
  SELECT text FROM site_sitemap_origins JOIN site_texts ON site_texts.id = origin WHERE site_sitemap_origins.batch = ?`

/** The origins whose sitemaps were read; null for what a former version gathered, in whose copies the table may be missing. */
export function loadSitemapOrigins(db: DatabaseSync, batch: number): Site['sitemapOrigins'] {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'site_sitemap_origins'").get()
  const rows = table === undefined ? [] : db.prepare(ORIGINS).all(batch)
  return rows.length === 0 ? null : new Set(rows.map(({ text }) => new URL(text as string).origin))
}
