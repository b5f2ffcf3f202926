/** A call to copy into a shell. */
export interface Recipe {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly command: string
}

const KEY = '-H "X-API-Key: $PAGEPROBE_API_KEY"'
const JSON_BODY = "-H 'Content-Type: application/json'"

/** The calls to begin with, for the service at `base` and the page at `page`. The key stands in `$PAGEPROBE_API_KEY`. */
export function recipes(base: string, page = 'https://example.com/'): readonly Recipe[] {
  return [
    {
      id: 'metadata',
      title: 'Read the metadata of a page',
      text: 'Title, description, social cards, structured data, headings, links and images, as JSON. `fields=basic,og` asks for less.',
      command: `curl ${KEY} "${base}/metadata?url=${page}"`,
    },
    {
      id: 'snapshot',
      title: 'Take a screenshot of the full page',
      text: 'Without cookie banners. The response has the URL of the image as `screenshot_url`.',
      command: `curl ${KEY} ${JSON_BODY} ${base}/snapshot \\
  -d '{"url": "${page}", "fullPage": true, "blockCookieBanners": true}'`,
    },
    {
      id: 'performance',
      title: 'Measure it on a phone',
      text: 'Web vitals, the score and its sum, every request, and what to fix first. A measurement takes about half a minute.',
      command: `curl ${KEY} "${base}/performance?url=${page}&device=mobile"`,
    },
    {
      id: 'seo-audit',
      title: 'Audit its SEO',
      text: 'Every rule that failed, with its elements, the evidence, and how to fix it.',
      command: `curl ${KEY} "${base}/seo-audit?url=${page}"`,
    },
    {
      id: 'crawl',
      title: 'Crawl a site and read its report',
      text: 'The crawl runs in the background. Its report can be read at any time: `text/markdown` as here, `text/html` to send, JSON for programs.',
      command: `BATCH=$(curl -s ${KEY} ${JSON_BODY} ${base}/batches \\
  -d '{"operation": "seo-audit", "crawl": {"seeds": ["${page}"], "max_pages": 50}}' \\
  | grep -o '"id":"[^"]*' | head -n 1 | cut -c 7-)
curl ${KEY} -H 'Accept: text/markdown' "${base}/batches/$BATCH/report"`,
    },
  ]
}
