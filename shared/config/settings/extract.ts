import { onePerCore, setting, wholeNumber } from '#shared/config/setting-types.ts'

const MIB = 1024 * 1024

/** Settings of the extract stage and of the look-ups of an audit. */
export const extractSettings = {
  AUDIT_GATHER_MS: setting(
    '9000',
    wholeNumber(1000, 60_000),
    'for all that an audit asks outside of the page',
  ),
  AUDIT_REQUESTS: setting('16', wholeNumber(1, 100), 'requests of one audit at a time'),
  AUDIT_REQUESTS_PER_HOST: setting('4', wholeNumber(1, 100), 'requests of one audit to one host at a time'),
  AUDIT_MAX_INTERNAL_LINKS: setting(
    '50',
    wholeNumber(0, 1000),
    'most links of a page to its own site that are probed',
  ),
  AUDIT_MAX_EXTERNAL_LINKS: setting(
    '20',
    wholeNumber(0, 1000),
    'most links of a page to other sites that are probed',
  ),
  AUDIT_MAX_IMAGES: setting('30', wholeNumber(0, 1000), 'most images of a page that are probed'),
  AUDIT_MAX_RESOURCES: setting(
    '30',
    wholeNumber(0, 1000),
    'most style sheets and scripts of the site that are probed',
  ),
  AUDIT_MAX_ALTERNATES: setting(
    '10',
    wholeNumber(0, 100),
    'most hreflang alternates of a page that are fetched',
  ),
  AUDIT_MAX_SITEMAPS: setting('5', wholeNumber(0, 100), 'most sitemaps that are read, indexes included'),
  AUDIT_SITEMAP_MAX_BYTES: setting(
    String(50 * MIB),
    wholeNumber(1024, 1024 * MIB),
    'most bytes of a sitemap that are read, decompressed; the protocol allows no more than the default',
  ),
  AUDIT_SITEMAP_WORK_MS: setting(
    '3000',
    wholeNumber(100, 60_000),
    'work that one sitemap may take; a full one takes about 1000',
  ),
  AUDIT_FILE_MAX_BYTES: setting(
    String(MIB),
    wholeNumber(1024, 3 * MIB),
    'most bytes of a robots.txt, or of a page that the audited one refers to, that are read',
  ),
  EXTRACT_CONCURRENCY: setting('64', wholeNumber(1, 10_000), 'pages in an extract stage at once'),
  EXTRACT_WORKERS: onePerCore('threads that parse pages'),
  EXTRACT_TIMEOUT_MS: setting('8000', wholeNumber(100, 60_000), 'for parsing one page'),
  EXTRACT_MEMORY_MB: setting('512', wholeNumber(64, 65_536), 'MiB at which an extraction worker is ended'),
}
