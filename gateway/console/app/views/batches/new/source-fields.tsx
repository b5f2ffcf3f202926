import { Field } from '../../../ui/form/field.tsx'
import { formatBytes, plural } from '../../../ui/format.ts'
import { countEntries } from './batch-request.ts'
import { CrawlFieldset } from './crawl-fields.tsx'
import type { FormProps } from './form-props.ts'

/** The fields that say which pages are inspected, of the kind that is chosen. */
export function SourceFields(props: FormProps) {
  const { kind } = props.form
  if (kind === 'urls') return <UrlsField {...props} />
  if (kind === 'file') return <FileField {...props} />
  if (kind === 'sitemap') return <SitemapsField {...props} />
  return <CrawlFieldset {...props} />
}

function UrlsField({ form, problems, change }: FormProps) {
  const count = countEntries(form.urls)
  return (
    <Field
      label="URLs"
      name="urls"
      problem={problems.urls}
      hint={`${plural(count, 'line')}. One URL a line, or JSON such as {"url": "https://example.com/", "device": "mobile"}.`}
    >
      {(control) => (
        <textarea
          {...control}
          spellcheck={false}
          value={form.urls}
          placeholder="https://example.com/"
          onInput={({ currentTarget }) => change({ urls: currentTarget.value })}
        />
      )}
    </Field>
  )
}

function FileField({ form, problems, change }: FormProps) {
  const size = form.file === null ? '' : `${formatBytes(form.file.size)}. `
  return (
    <Field
      label="File"
      name="file"
      problem={problems.file}
      hint={`${size}A text with one URL a line, or one JSON object with "url" a line (NDJSON). It may have any size.`}
    >
      {(control) => (
        <input
          {...control}
          type="file"
          accept=".txt,.ndjson,.jsonl,.csv,text/plain,application/x-ndjson"
          onChange={({ currentTarget }) => change({ file: currentTarget.files?.[0] ?? null })}
        />
      )}
    </Field>
  )
}

function SitemapsField({ form, problems, change }: FormProps) {
  return (
    <Field
      label="Sitemaps"
      name="sitemaps"
      problem={problems.sitemaps}
      hint="One a line, at most 100. Indexes of sitemaps are followed, and compressed ones are read."
    >
      {(control) => (
        <textarea
          {...control}
          class="short"
          spellcheck={false}
          value={form.sitemaps}
          placeholder="https://example.com/sitemap.xml"
          onInput={({ currentTarget }) => change({ sitemaps: currentTarget.value })}
        />
      )}
    </Field>
  )
}
