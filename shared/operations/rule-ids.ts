const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Ids of the rules about a page, which an audit applies (`stages/score/audit/rules`). */
export const pageRuleIds = words(`
  accesskeys area-alt aria-allowed-attr aria-allowed-role aria-braille-equivalent aria-command-name aria-conditional-attr
  aria-deprecated-role aria-hidden-body aria-hidden-focus aria-input-field-name aria-meter-name aria-progressbar-name
  aria-prohibited-attr aria-required-attr aria-required-children aria-required-parent aria-roles aria-text
  aria-toggle-field-name aria-tooltip-name aria-treeitem-name aria-valid-attr aria-valid-attr-value asset-cache-short
  asset-uncompressed author-missing autocomplete-valid base-invalid base-late base-multiple bfcache-no-store blink
  blocking-css-many blocking-script body-before-html button-name bypass canonical-chain canonical-cross-domain
  canonical-fragment canonical-header-mismatch canonical-host-drift canonical-invalid canonical-missing canonical-multiple
  canonical-relative canonical-resolved-with-base canonical-scheme-drift canonical-signals-disagree canonical-target-4xx
  canonical-target-5xx canonical-target-disallowed canonical-target-noindex canonical-target-redirects canonical-to-root
  canonical-tracking-params charset-conflict charset-late charset-missing charset-not-utf8 compression-missing
  content-hidden-text content-language-conflict content-mojibake content-placeholder content-repeated-block content-stuffing
  content-thin content-type-wrong crawl-delay csp-missing css-import-inline data-nosnippet-main data-uri-heavy date-conflict
  date-future date-missing definition-list description-blank description-equals-title description-long description-missing
  description-multiple description-short dlitem doctype-missing doctype-quirks document-write dom-deep dom-large dom-wide
  duplicate-id-aria empty-heading empty-table-header favicon-broken favicon-missing favicon-robots-blocked font-display-missing
  form-field-multiple-labels form-insecure frame-options-missing frame-title frame-title-unique h1-empty h1-missing h1-multiple
  head-broken head-broken-noscript head-not-first head-order heading-order hero-lazy hero-no-fetchpriority hero-not-in-html
  hreflang-code-invalid hreflang-duplicate-code hreflang-in-body hreflang-no-generic hreflang-no-return hreflang-relative
  hreflang-self-missing hreflang-self-vs-lang hreflang-sources-conflict hreflang-target-error hreflang-target-noindex
  hreflang-target-noncanonical hreflang-target-redirect hreflang-url-many-languages hreflang-vs-canonical
  hreflang-x-default-missing hsts-missing html-has-lang html-lang-valid html-over-2mb html-xml-lang-mismatch
  http-not-redirecting http1 https-missing identical-links-same-purpose iframe-no-dimensions iframe-not-lazy image-alt
  image-alt-filename image-alt-long image-broken image-heavy image-legacy-format image-no-dimensions image-no-src-fallback
  image-redundant-alt image-wrong-type indexifembedded-alone inline-json-heavy inline-script-heavy input-button-name
  input-image-alt js-shell jsonld-no-context jsonld-no-type jsonld-syntax label label-title-only landmark-no-duplicate-main
  landmark-one-main lang-text-mismatch link-affiliate-unqualified link-broken-external link-broken-internal link-localhost
  link-name link-nofollow-internal link-redirects-internal link-rel-token-unknown link-text-generic links-uncrawlable list
  listitem llms-txt-invalid marquee meta-csp-blocks-preload meta-google-retired meta-keywords meta-refresh meta-viewport
  meta-viewport-large metadata-beyond-cutoff metadata-duplicated-conflict metadata-in-body microdata-broken mixed-content-active
  mixed-content-passive nested-interactive no-autoplay-audio no-subheadings nofollow-page noindex noindex-and-canonical
  noindex-and-hreflang noindex-in-sitemap noindex-not-crawlable noindex-on-js-page noindex-other-bot nosniff-missing object-alt
  offscreen-eager og-image-broken og-image-relative og-required-missing og-url-relative page-dead-end page-weight
  pagination-canonical-first paragraph-long picture-no-img preconnect-missing preconnect-too-many preconnect-unused
  preload-font-no-crossorigin preload-no-as preload-redundant presentation-role-conflict priority-contradiction readability-hard
  redirect-chain redirect-downgrade redirect-meta-refresh redirect-temporary robots-conflict robots-txt-blocks-other-bots
  robots-txt-blocks-page robots-txt-blocks-resources robots-txt-group-shadow robots-txt-html robots-txt-noindex-line
  robots-txt-redirects robots-txt-syntax robots-txt-too-large robots-txt-unreachable robots-unknown-bot robots-unknown-token
  role-img-alt scope-attr-valid sd-breadcrumb-invalid sd-content-mismatch sd-duplicate-conflict sd-image-uncrawlable
  sd-invalid-value sd-none sd-on-noindex sd-recommended-missing sd-required-missing sd-rich-result-retired
  sd-self-serving-review sd-unknown-property sd-unknown-type select-name sentence-long server-side-image-map sitemap-cross-host
  sitemap-invalid sitemap-lastmod-future sitemap-lastmod-invalid sitemap-lists-variant sitemap-missing sitemap-not-in-robots
  sitemap-page-absent sitemap-too-large skip-link snippet-restricted soft-404 srcset-invalid status-4xx status-5xx summary-name
  svg-img-alt tabindex table-duplicate-name td-headers-attr template-artifact th-has-data-cells third-party-many
  title-h1-unrelated title-long title-missing title-multiple title-outside-head title-short title-stuffed title-vague ttfb-slow
  twitter-card-invalid unavailable-after-past unavailable-after-unparsable url-double-slash url-long url-params url-session-id
  url-space url-underscore url-uppercase valid-lang video-caption video-schema-missing viewport-invalid viewport-missing
`)

/** Ids of the rules about a site, which its report applies (`stages/batch/site/rules`). */
export const siteRuleIds = words(`
  site-broken-external-link site-broken-link site-canonical-chain site-canonical-to-not-indexable site-dead-end site-deep-page
  site-duplicate-content site-duplicate-description site-duplicate-h1 site-duplicate-structured-id site-duplicate-title
  site-hreflang-no-return site-hreflang-to-not-indexable site-link-to-redirect site-mixed-variants site-nofollow-inside
  site-noindex-linked site-not-in-sitemap site-orphan-page site-redirect-chain site-redirect-loop site-robots-blocked-linked
  site-single-inlink site-sitemap-not-indexable
`)
