import { z } from 'zod'

/** Limits of the facts of one page. Longer texts are cut, longer URLs and further entries of lists left out. */
export const siteFactLimits = {
  links: 2000,
  urlChars: 2048,
  textChars: 200,
  titleChars: 1000,
  redirects: 20,
  alternates: 200,
  nodes: 100,
  rules: 500,
  ruleChars: 500,
  snippetChars: 300,
  evidence: 10,
} as const
const most = siteFactLimits

const count = z.int().min(0)
const status = z.int().min(100).max(599)
/** Without a bound for URLs that a server answered: those have the bounds of a fetch. */
const fetchedUrl = z.string().regex(/^https?:\/\//)
const url = fetchedUrl.max(most.urlChars)
const title = z.string().max(most.titleChars).nullable()

const link = z.object({
  /** Absolute http(s) URL without fragment. */
  url,
  text: z.string().max(most.textChars),
  /** The link, or the whole page, asks not to be followed. */
  isNofollow: z.boolean(),
})
export type SiteLink = Readonly<z.infer<typeof link>>

/** What identifies the main text of a page. */
const fingerprint = z.object({
  /** Equal for equal texts: 16 hexadecimal digits. */
  digest: z.string().regex(/^[0-9a-f]{16}$/),
  /** A MinHash signature of 128 bytes, base64: the share of equal bytes estimates the share of equal word sequences. */
  signature: z.string().regex(/^[\w+/]{171}=$/),
})
export type TextFingerprint = Readonly<z.infer<typeof fingerprint>>

/** Where a page sends on by itself (HTML Standard, 4.2.5.3): another http(s) URL, absolute and without fragment. */
const refresh = z.object({
  url,
  /** Until then; 0 = at once. */
  seconds: count,
})

export type PageRefresh = Readonly<z.infer<typeof refresh>>

/** A page as a report on its site needs it. */
export const pageSiteFacts = z.object({
  /** URL after redirects, without fragment. */
  finalUrl: fetchedUrl,
  /** Status of the last response. */
  status,
  /** The redirects that were followed, in order, each with the URL that answered. */
  redirects: z.array(z.object({ url: fetchedUrl, status })).max(most.redirects),
  /** The answer is a bot challenge or a refusal, not the page. */
  isBlocked: z.boolean(),
  title,
  description: title,
  /** The first heading of level 1. */
  h1: title,
  /** Absolute; null without a usable one. */
  canonical: url.nullable(),
  isNoindex: z.boolean(),
  /** Whether robots.txt allows the page; null when it was not requested. */
  isAllowed: z.boolean().nullable(),
  alternates: z.array(z.object({ hreflang: z.string().max(most.textChars), url })).max(most.alternates),
  /** In document order, repeated ones too. */
  links: z.array(link).max(most.links),
  /** Nodes of the structured data that are described under an `@id`: the id, and what the node is. */
  nodes: z
    .array(z.object({ id: z.string().max(most.urlChars), what: z.string().max(most.textChars) }))
    .max(most.nodes),
  words: count,
  /** Bytes of the body after decompression. */
  bytes: count,
  /** Of the main text; null when there is too little of it to compare. */
  text: fingerprint.nullable(),
  /** Absent without one, and in facts of former versions. */
  refresh: refresh.exactOptional(),
})
export type PageSiteFacts = z.infer<typeof pageSiteFacts>

const ruleText = z.string().max(most.ruleChars)

/** A rule of the page audit that a page failed. */
const failedRule = z.object({
  id: ruleText,
  category: ruleText,
  severity: z.enum(['error', 'warning', 'info']),
  title: ruleText,
  fix: ruleText,
  docsUrl: fetchedUrl.max(most.ruleChars),
  /** How many elements of the page are affected; 1 for the page as a whole. */
  elements: count,
  selector: ruleText.nullable(),
  snippet: z.string().max(most.snippetChars).nullable(),
  message: ruleText,
  /** Points of the page's score that it takes. */
  points: z.number().min(0).max(100).default(0),
  /** The first of what was found. */
  evidence: z
    .array(z.object({ selector: ruleText.nullable(), value: z.string().max(most.snippetChars) }))
    .max(most.evidence)
    .default([]),
})
export type FailedPageRule = Readonly<z.infer<typeof failedRule>>

/** What the audit of a page found. */
export const auditSiteFacts = z.object({
  ruleVersion: ruleText,
  overall: z.int().min(0).max(100),
  byCategory: z.record(z.string().max(most.textChars), z.number().min(0).max(100)),
  /** Each once. */
  rules: z
    .array(failedRule)
    .max(most.rules)
    .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length),
  /** Ids of rules that could not be decided; absent without any, and in facts of former versions. */
  undecided: z.array(ruleText).max(most.rules).exactOptional(),
})
export type AuditSiteFacts = z.infer<typeof auditSiteFacts>
