import { SHOP } from './shop.ts'

/** A call that shows an answer of the service. */
export interface ExampleCall {
  readonly name: string
  readonly operationId: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Targets are pages of the shop, without its port. */
  readonly path: string
  /** The caller whose key is used. */
  readonly as: Caller
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * `anyone` has the scopes of all operations, `crawler` those of batches and metadata, `auditor` those of batches and audits,
 * `narrow` that of batches alone;
 * `sparing` has one call a day; `nobody` has no key.
 */
export type Caller = 'anyone' | 'crawler' | 'auditor' | 'narrow' | 'sparing' | 'nobody'

type About = Partial<Pick<ExampleCall, 'as' | 'headers'>>

/** Makes the calls of an operation whose parameters are in the query. */
function getter(operationId: string, operation: string) {
  return (
    name: string,
    summary: string,
    query: Readonly<Record<string, string>>,
    { as = 'anyone', headers = {} }: About = {},
  ): ExampleCall => {
    const path = `/${operation}?${new URLSearchParams(query)}`
    return { name, operationId, summary, method: 'GET', path, as, headers }
  }
}

/** Makes the calls of a path with a JSON body. */
function poster(operationId: string, path: string, caller: Caller) {
  return (name: string, summary: string, body: unknown, about: About = {}): ExampleCall => {
    const headers = { 'content-type': 'application/json', ...about.headers }
    return { name, operationId, summary, method: 'POST', path, as: about.as ?? caller, headers, body }
  }
}

const metadata = getter('getMetadata', 'metadata')
const performance = getter('measurePerformance', 'performance')
const audit = getter('auditSeo', 'seo-audit')
const snapshot = poster('takeSnapshot', '/snapshot', 'anyone')
const submit = poster('submitBatch', '/batches', 'crawler')
const submitAudits = poster('submitBatch', '/batches', 'auditor')

/** The calls about the batch at this path, the only one of its owner, in this order. */
export function batchCalls(path: string): readonly ExampleCall[] {
  const about = { as: 'crawler', method: 'POST' } as const
  return [
    {
      ...about,
      name: 'batches',
      operationId: 'listBatches',
      summary: 'Batches, newest first',
      method: 'GET',
      path: '/batches?limit=10',
    },
    { ...about, name: 'batch', operationId: 'getBatch', summary: 'A batch', method: 'GET', path },
    { ...about, name: 'paused', operationId: 'pauseBatch', summary: 'It pauses', path: `${path}/pause` },
    { ...about, name: 'resumed', operationId: 'resumeBatch', summary: 'It goes on', path: `${path}/resume` },
    {
      ...about,
      name: 'cancelled',
      operationId: 'cancelBatch',
      summary: 'It is cancelled',
      method: 'DELETE',
      path,
    },
  ]
}

/** Submits a crawl of the shop, and reads what is known of it once its report is complete. */
export const crawlCall: ExampleCall = submitAudits('crawlTaken', 'A crawl', {
  operation: 'seo-audit',
  parameters: { vitals: 'none' },
  crawl: { seeds: [`${SHOP}/kettle`], max_pages: 4 },
})

/** The calls about the crawl at this path. */
export function reportCalls(path: string): readonly ExampleCall[] {
  const reader = (operationId: string, below: string) => (name: string, summary: string, accept: string) => {
    const about = { method: 'GET', as: 'auditor', headers: { accept } } as const
    return { name, operationId, summary, path: path + below, ...about }
  }
  const report = reader('getBatchReport', '/report')
  const pages = reader('getBatchPages', '/pages')
  return [
    report('report', 'The report on a site', 'application/json'),
    report('reportAsMarkdown', 'A summary to paste', 'text/markdown'),
    report('reportAsHtml', 'A file for people', 'text/html'),
    pages('pages', 'Its pages', 'application/x-ndjson'),
    pages('pagesAsCsv', 'The same for a spreadsheet', 'text/csv'),
    {
      ...report('unknownReport', 'A batch that nobody knows', 'application/json'),
      path: '/batches/none/report',
    },
  ]
}

/** A call without a key. */
export function open(name: string, operationId: string, summary: string, path: string): ExampleCall {
  return { name, operationId, summary, method: 'GET', path, as: 'nobody' }
}

export const kettle = `${SHOP}/kettle`
const later: About = { headers: { prefer: 'respond-async' } }

/** The recorded calls, in this order. */
export const exampleCalls: readonly ExampleCall[] = [
  // Before there is work that a stage could lag behind with.
  open('lives', 'getHealth', 'It lives', '/healthz'),
  open('ready', 'getReadiness', 'It is ready', '/readyz'),
  metadata('everything', 'All that is known of a page', { url: kettle }),
  metadata('groups', 'Some groups of a page that has moved', {
    url: `${SHOP}/old-kettle`,
    fields: 'basic,http,indexability',
  }),
  metadata('wrongParameter', 'A parameter out of bounds', { url: kettle, max_images: '500' }),
  metadata('refusedTarget', 'A target that is not public', { url: 'http://169.254.169.254/latest' }),
  metadata('noKey', 'No key', { url: kettle }, { as: 'nobody' }),
  metadata('noScope', 'A key without the scope', { url: kettle }, { as: 'narrow' }),
  metadata('robots', 'A page that robots.txt refuses us', { url: `${SHOP}/private` }),
  metadata('noPage', 'A target that is no page', { url: `${SHOP}/manual.pdf` }),
  metadata('last', 'The last call of today', { url: kettle, fields: 'basic' }, { as: 'sparing' }),
  metadata('spent', 'No call left today', { url: kettle, fields: 'basic' }, { as: 'sparing' }),
  performance('measured', 'A page is measured', { url: kettle, waitUntil: 'load' }),
  performance('measuredAgain', 'The same again, within a day', { url: kettle, waitUntil: 'load' }),
  performance('measuredInDetail', 'A page is measured, with the facts behind the result', {
    url: kettle,
    waitUntil: 'load',
    details: 'true',
  }),
  performance('wrongMeasurement', 'Parameters that are wrong', {
    url: kettle,
    device: 'watch',
    timeout: '1',
  }),
  performance('refusedMeasurement', 'A target that is not public', { url: 'http://169.254.169.254/latest' }),
  performance('measurementTooSlow', 'A page that does not come in time', {
    url: `${SHOP}/slow`,
    timeout: '1000',
  }),
  performance('notLoaded', 'A target that answers with its own error', { url: `${SHOP}/gone` }),
  performance('notReached', 'A target that is nothing a browser shows', { url: `${SHOP}/photos.zip` }),
  performance('measurementRobots', 'A page that robots.txt refuses us', { url: `${SHOP}/private` }),
  performance('measurementNoKey', 'No key', { url: kettle }, { as: 'nobody' }),
  performance('measurementNoScope', 'A key without the scope', { url: kettle }, { as: 'narrow' }),
  audit('audited', 'Scores of a page, and what to mend first', {
    url: kettle,
    fields: 'scoring,indexability,metrics,web_vitals,summary',
  }),
  audit('issues', 'All that is wrong with a page', { url: kettle, fields: 'issues', vitals: 'none' }),
  audit('compared', 'What has changed since the last audit', {
    url: kettle,
    fields: 'diff',
    compare: 'true',
  }),
  audit('noTarget', 'A target is not named', { device: 'mobile' }),
  audit('refusedAudit', 'A target that is not public', { url: 'http://169.254.169.254/latest' }),
  audit('wrongAudit', 'A parameter that is wrong', { url: kettle, fields: 'scores' }),
  audit('auditOfNoPage', 'A target that is no page', { url: `${SHOP}/manual.pdf` }),
  audit('auditRobots', 'A page that robots.txt refuses us', { url: `${SHOP}/private` }),
  audit('auditNoKey', 'No key', { url: kettle }, { as: 'nobody' }),
  audit('auditNoScope', 'A key without the scope', { url: kettle }, { as: 'narrow' }),
  snapshot('wrongParameters', 'Several parameters that are wrong', { device: 'watch', timeout: 1 }),
  snapshot('picture', 'What a phone shows of a page', { url: kettle, device: 'mobile' }),
  snapshot('pictureAgain', 'The same again, within a day', { url: kettle, device: 'mobile' }),
  snapshot('element', 'One element of a page', { url: kettle, selector: 'img', format: 'png' }),
  snapshot('located', 'Where elements are on the image', { url: kettle, locate: ['h1', 'img', '#price'] }),
  snapshot('whole', 'A whole page, twice as sharp, without ads and cookie banners', {
    url: `${SHOP}/catalogue`,
    viewport: { width: 800, height: 600, deviceScaleFactor: 2 },
    fullPage: true,
    blockAds: true,
    blockCookieBanners: true,
    format: 'jpeg',
    quality: 'high',
    waitUntil: 'load',
  }),
  snapshot('pictureLater', 'The response can be read later', { url: `${SHOP}/slow` }, later),
  snapshot('noSelector', 'A selector that is none', { url: kettle, selector: 'a[' }),
  snapshot('refusedPicture', 'A target that is not public', { url: 'http://169.254.169.254/latest' }),
  snapshot('noElement', 'An element that is not there', { url: kettle, selector: '#price' }),
  snapshot('tooSlow', 'A page that does not come in time', { url: `${SHOP}/slow`, timeout: 1000 }),
  snapshot('tooTall', 'A page that is taller than a WebP can be', {
    url: `${SHOP}/endless`,
    fullPage: true,
  }),
  snapshot('noPicture', 'A target that no browser shows', { url: `${SHOP}/photos.zip` }),
  snapshot('snapshotRobots', 'A page that robots.txt refuses us', { url: `${SHOP}/private` }),
  snapshot('snapshotNoKey', 'No key', { url: kettle }, { as: 'nobody' }),
  snapshot('snapshotNoScope', 'A key without the scope', { url: kettle }, { as: 'narrow' }),
  snapshot('tooLarge', 'A body of more than 64 KiB', { url: kettle, selector: 'a'.repeat(65_536) }),
  snapshot('noJson', 'A body of another type', 'url', { headers: { 'content-type': 'text/plain' } }),
  {
    ...open('unknown', 'getInspection', 'An id that nobody knows', '/inspections/none'),
    as: 'anyone',
  },
  open('noImage', 'getImage', 'An image that is not there', `/images/${'0'.repeat(64)}.png`),
  open('noBody', 'getBody', 'A value that is not there', `/bodies/${'0'.repeat(64)}.json`),
  { ...open('unknownBatch', 'getBatch', 'A batch that nobody knows', '/batches/none'), as: 'crawler' },
  {
    ...open('wrongList', 'listBatches', 'A state that no batch is in', '/batches?state=done'),
    as: 'crawler',
  },
  submit('wrongBatch', 'Several parameters that are wrong', {
    operation: 'snapshot',
    parameters: { device: 'watch' },
    crawl: { max_pages: 0 },
  }),
  submit('batchOfNoKind', 'A body of another type', kettle, { headers: { 'content-type': 'text/csv' } }),
  submit('batchNoKey', 'No key', { urls: [kettle] }, { as: 'nobody' }),
  submit('batchNoScope', 'A key without the scope', { urls: [kettle] }, { as: 'anyone' }),
  submit(
    'batchNoOperation',
    'A key without the scope of the operation',
    { urls: [kettle] },
    { as: 'narrow' },
  ),
  submit('batchTaken', 'A batch, one of whose lines is wrong', {
    operation: 'metadata',
    parameters: { fields: 'basic' },
    urls: [`${SHOP}/held`, { url: `${SHOP}/old-kettle`, device: 'mobile' }, 'shop.example'],
  }),
  audit(
    'auditLater',
    'The response can be read later',
    { url: kettle, fields: 'scoring', device: 'desktop' },
    later,
  ),
  performance(
    'measuredLater',
    'The response can be read later',
    { url: kettle, waitUntil: 'domcontentloaded' },
    later,
  ),
  // The last call: its page is held, and its inspection is read right after.
  metadata('later', 'The response can be read later', { url: `${SHOP}/slow`, fields: 'basic' }, later),
]
