import type { ComponentChildren } from 'preact'
import type { MetadataResult } from '#shared/operations/results/metadata-result.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Facts, Section } from '../../../../ui/facts.tsx'
import { formatBytes, formatCount, formatTime, inWords, plural } from '../../../../ui/format.ts'
import { OutsideLink } from '../../../../ui/page/address.tsx'
import { PageText } from '../../../../ui/page/page-text.tsx'
import { Redirects } from '../../../../ui/page/redirects.tsx'
import { headingCounts } from '../heading-counts.ts'

type Items = readonly (readonly [name: string, value: ComponentChildren])[]

/** The names of the page: `basic`, `tier1` and what is said about it elsewhere. */
export function About({ result }: { result: MetadataResult }) {
  const names = [
    'title',
    'description',
    'site_name',
    'author',
    'publisher',
    'language',
    'keywords',
    'generator',
    'viewport',
  ] as const
  const texts = names.flatMap((name) =>
    result[name] === undefined ? [] : [[inWords(name), text(result[name])] as const],
  )
  const items: Items = [
    ...texts,
    ...(result.theme_color
      ? [['Theme color', <Color key="theme" value={result.theme_color} />] as const]
      : []),
    ...(result.dominant_color
      ? [['Dominant color', <Color key="dominant" value={result.dominant_color} />] as const]
      : []),
    ...Object.entries(result.social_handles ?? {}).map(
      ([platform, handle]) => [inWords(platform), text(`@${handle}`)] as const,
    ),
    ...(result.tech_stack === undefined
      ? []
      : [['Technologies', text(result.tech_stack.join(', '))] as const]),
  ]
  return (
    <Section title="About the page">
      <Facts items={items} />
    </Section>
  )
}

/** How it was delivered. */
export function Delivery({ result }: { result: MetadataResult }) {
  const { http } = result
  const items: Items = [
    ['Final URL', <OutsideLink key="url" url={result.final_url} />],
    ['Fetched', formatTime(result.fetched_at)],
    ['User agent', inWords(result.extraction.ua_family)],
    ...(http === undefined
      ? []
      : ([
          ['Status', String(http.status)],
          ['Content type', text(http.content_type)],
          ['Size', formatBytes(http.response_size_bytes)],
          ['Cache-Control', text(http.cache_control)],
          ['ETag', text(http.etag)],
        ] as const)),
  ]
  return (
    <Section title="Delivery">
      <Facts items={items} />
      {http !== undefined && <Redirects chain={http.redirect_chain} />}
    </Section>
  )
}

/** What the page tells search engines. */
export function Directives({ result }: { result: MetadataResult }) {
  const { indexability, canonical } = result
  if (indexability === undefined && canonical === undefined) return null
  const items: Items = [
    ...(canonical === undefined
      ? []
      : [['Canonical', canonical && <Canonical key="canonical" {...canonical} />] as const]),
    ...(indexability === undefined
      ? []
      : ([
          ['Effective', text(indexability.robots_effective)],
          ['robots.txt', allowed(indexability.robots_txt_allowed)],
          ['Meta robots', text(indexability.robots_meta)],
          ['X-Robots-Tag', text(indexability.x_robots_tag)],
        ] as const)),
  ]
  return (
    <Section title="For search engines">
      <Facts items={items} />
    </Section>
  )
}

function Canonical({ href, is_self_canonical, resolves, status }: NonNullable<MetadataResult['canonical']>) {
  return (
    <>
      <OutsideLink url={href} />{' '}
      <span class="small">
        {is_self_canonical ? 'the page itself' : 'another page'}
        {!is_self_canonical &&
          (resolves ? ', responds' : `, does not respond${status === null ? '' : ` (${status})`}`)}
      </span>
    </>
  )
}

function allowed(verdict: boolean | null): ComponentChildren {
  if (verdict === null) return 'Not checked'
  return verdict ? <Badge word="good" text="Allows" /> : <Badge word="poor" text="Disallows" />
}

/** What it contains. */
export function Contents({ result }: { result: MetadataResult }) {
  const { content, schema_org_summary: schema } = result
  if (content === undefined && schema === undefined) return null
  const items: Items = [
    ...(content === undefined
      ? []
      : ([
          ['Kind', inWords(content.content_type)],
          ['Words', formatCount(content.word_count)],
          ['Reading time', plural(content.read_time_min, 'minute')],
          ['Headings', headingCounts(content.heading_counts) || 'None'],
        ] as const)),
    ...(schema === undefined
      ? []
      : ([
          ['Structured data', text(schema.types.join(', '))],
          ['Errors in structured data', formatCount(schema.errors_count)],
          ['Warnings in structured data', formatCount(schema.warnings_count)],
        ] as const)),
  ]
  return (
    <Section title="Content">
      <Facts items={items} />
    </Section>
  )
}

/** A text of the page. */
function text(value: string | null | undefined): ComponentChildren {
  return value ? <PageText text={value} /> : null
}

/** A colour with a sample of it. What is no colour stays a text. */
function Color({ value }: { value: string }) {
  return (
    <>
      {CSS.supports('color', value) && (
        <svg class="color-sample" width="14" height="14" aria-hidden="true">
          <rect width="14" height="14" fill={value} />
        </svg>
      )}{' '}
      <PageText text={value} isCode max={60} />
    </>
  )
}
