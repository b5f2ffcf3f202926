import { type AvailableOperation, isAvailable } from '#shared/operations/parameters.ts'
import { type Cell, csvCell, csvText } from '../../../csv/csv-text.ts'
import { parseResultLine, type ResultLine } from './result-lines.ts'

/**
 * The first columns of every CSV: the fields of the result line itself. A success has status 200 and an empty code.
 */
export const lineColumns = ['n', 'id', 'url', 'status', 'code', 'message', 'stage', 'depth', 'from'] as const

/**
 * The columns after them: paths into the result of the operation. More may be added at the end; none is removed. A
 * value that was not requested (`fields`) is an empty cell; objects and lists are JSON.
 */
export const resultColumns: Readonly<Record<AvailableOperation, readonly string[]>> = {
  metadata: [
    'final_url',
    'fetched_at',
    'http.status',
    'http.content_type',
    'http.response_size_bytes',
    'title',
    'description',
    'site_name',
    'language',
    'charset',
    'author',
    'publisher',
    'canonical.href',
    'canonical.is_self_canonical',
    'indexability.robots_effective',
    'indexability.robots_txt_allowed',
    'content.content_type',
    'content.word_count',
    'content.read_time_min',
    'content.heading_counts.h1',
    'og.title',
    'og.image',
    'schema_org_summary.types',
    'schema_org_summary.errors_count',
    'dominant_color',
    'tech_stack',
    'social_handles',
  ],
  'seo-audit': [
    'scannedAt',
    'scoring.overall',
    'scoring.grade',
    'scoring.by_category.metadata',
    'scoring.by_category.content',
    'scoring.by_category.technical',
    'scoring.by_category.accessibility',
    'scoring.by_category.performance',
    'scoring.rule_version',
    'summary.critical_count',
    'summary.warning_count',
    'summary.info_count',
    'http.status',
    'http.final_url',
    'indexability.is_indexable',
    'indexability.effective_status',
    'indexability.reason',
    'metrics.title_length',
    'metrics.description_length',
    'metrics.word_count',
    'metrics.headings.h1',
    'metrics.links.internal',
    'metrics.links.external',
    'metrics.links.broken',
    'metrics.images.total',
    'metrics.images.without_alt',
    'web_vitals.lcp_ms',
    'web_vitals.inp_ms',
    'web_vitals.cls',
    'web_vitals.ttfb_ms',
    'summary.top_fixes',
  ],
  performance: [
    'created_at',
    'run_id',
    'performance_score.value',
    'summary.overall',
    'summary.main_issue',
    'summary.errors',
    'summary.warnings',
    'core_web_vitals.lcp.value_ms',
    'core_web_vitals.inp.value_ms',
    'core_web_vitals.cls.value',
    'core_web_vitals.fcp.value_ms',
    'core_web_vitals.ttfb.value_ms',
    'metadata.page_load_time_ms',
    'resources.total_requests',
    'resources.transfer_kb',
    'resources.decoded_kb',
    'performance_score.missing',
    'tips',
  ],
  snapshot: [
    'screenshot_url',
    'width',
    'height',
    'format',
    'size_bytes',
    'checksum',
    'cached',
    'created_at',
    'metadata.page_load_time_ms',
    'metadata.requests_blocked',
  ],
}

/** Status of a success: what the synchronous call would have answered. */
const OK = 200

/** The header line for the results of an operation, with its line break. */
export function csvHeader(operation: string): string {
  return csvText([[...lineColumns, ...pathsOf(operation)]])
}

/**
 * Converts result lines to CSV (RFC 4180). Line breaks within a cell become spaces, so that a record is always one
 * line. A text that a spreadsheet would take for a formula gets a leading apostrophe.
 */
export function csvRecords(lines: readonly ResultLine[]): string {
  return csvText(lines.map(cellsOf))
}

/** Parses a chunk of NDJSON; throws when a line is not a result. */
export function parseResultLines(chunk: Buffer): ResultLine[] {
  return chunk.toString('utf8').trimEnd().split('\n').map(parseResultLine)
}

function pathsOf(operation: string): readonly string[] {
  return isAvailable(operation) ? resultColumns[operation] : []
}

function cellsOf(line: ResultLine): Cell[] {
  // A result that is no longer stored has a note in its place.
  const own = line.code === undefined ? { ...line, status: OK, message: line.note } : line
  return [
    ...lineColumns.map((name) => csvCell(own[name])),
    ...pathsOf(line.operation).map((path) => csvCell(valueAt(line.result, path))),
  ]
}

function valueAt(result: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => (value as Record<string, unknown> | null)?.[name], result)
}
