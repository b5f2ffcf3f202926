import type { SitemapFile } from '#shared/messages/payloads/audit-input.ts'
import { externalEvidence, fail, notApplicable, pass } from '../../engine/rule.ts'

/** Verdict on the dates of all sitemap files. */
export function evaluateLastmods<const Message extends string>(
  files: readonly SitemapFile[],
  message: Message,
  tallyOf: (file: SitemapFile) => SitemapFile['lastmodInvalid'],
) {
  const total = files.reduce((sum, { entries }) => sum + entries, 0)
  if (total === 0) return notApplicable
  const faulty = files.filter((file) => tallyOf(file).count > 0)
  const [first] = faulty
  if (first === undefined) return pass
  const affected = faulty.reduce((sum, file) => sum + tallyOf(file).count, 0)
  const extent = { affected: Math.min(affected, total), total }
  const evidence = faulty.slice(0, 10).map((file) => externalEvidence(`${file.url}: ${tallyOf(file).first}`))
  return fail(message, { values: { ...extent, first: tallyOf(first).first ?? '' }, evidence, extent })
}
