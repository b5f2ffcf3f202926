import { onCdns, type Signature } from '../signature.ts'

/** Search on the site. */
export const search: readonly Signature[] = [
  { name: 'AddSearch', script: ['addsearch.com/js/', 'cdn.addsearch.com'] },
  {
    name: 'Algolia',
    address: [
      ...onCdns('algoliasearch'),
      ...onCdns('instantsearch.js', 'instantsearch.js'),
      'algolia.net',
      'algolianet.com',
      '/npm/@algolia/',
    ],
    script: ['/algoliasearchlite.min.js', '/algoliasearch-lite.umd.js'],
  },
  { name: 'Bloomreach Discovery', script: ['suggest.dxpapi.com', 'core.dxpapi.com'] },
  { name: 'Cludo', script: ['customer.cludo.com'] },
  {
    name: 'DocSearch',
    address: [...onCdns('docsearch.js', 'docsearch.js'), '/npm/@docsearch/js', '/npm/@docsearch/css'],
    meta: [['docsearch:language'], ['docsearch:version'], ['docsearch:docusaurus_tag']],
    implies: ['Algolia'],
  },
  {
    name: 'Doofinder',
    script: ['cdn.doofinder.com', 'eu1-config.doofinder.com', 'us1-config.doofinder.com'],
  },
  {
    name: 'ElasticSuite',
    address: ['/smile_elasticsuitecore/', '/smile_elasticsuitecatalog/'],
    implies: ['Magento'],
  },
  {
    name: 'FACT-Finder',
    script: ['/ff-web-components/', '/npm/ff-web-components'],
    marker: ['tag:ff-communication', 'tag:ff-searchbox'],
  },
  { name: 'Findologic', script: ['cdn.findologic.com'] },
  { name: 'Fuse.js', script: [...onCdns('fuse.js'), '/fuse.min.js', '/fuse.basic.min.js'] },
  {
    name: 'Google Programmable Search',
    script: ['cse.google.com/cse.js', 'www.google.com/cse/', 'cse.google.com/cse/'],
    marker: [
      'tag:gcse:search',
      'tag:gcse:searchbox-only',
      'tag:gcse:searchresults-only',
      'tag:gcse:searchbox',
    ],
  },
  { name: 'Hello Retail', script: ['helloretailcdn.com', 'd1pna5l3xsntoj.cloudfront.net'] },
  { name: 'Klevu', script: ['js.klevu.com', 'box.klevu.com'] },
  { name: "Luigi's Box", script: ['cdn.luigisbox.com', 'scripts.luigisbox.com', 'scripts.luigisbox.tech'] },
  { name: 'Lunr.js', script: [...onCdns('lunr', 'lunr.js'), '/lunr.min.js', '/lunr.js'] },
  { name: 'Meilisearch', address: ['/npm/docs-searchbar.js', '/npm/@meilisearch/'] },
  {
    name: 'Pagefind',
    address: ['/pagefind/pagefind-ui.js', '/pagefind/pagefind-ui.css', '/_pagefind/pagefind-ui.js'],
  },
  { name: 'Searchanise', script: ['searchserverapi.com', 'www.searchanise.com'] },
  { name: 'SearchSpring', script: ['cdn.searchspring.net', 'snapui.searchspring.io'] },
  { name: 'Site Search 360', script: ['cdn.sitesearch360.com', 'js.sitesearch360.com'] },
  { name: 'Sooqr', script: ['static.sooqr.com'] },
  { name: 'Swiftype', script: ['s.swiftypecdn.com'], meta: [['st:robots']] },
  {
    name: 'Typesense',
    address: ['/npm/typesense', '/npm/typesense-docsearch.js', '/npm/typesense-instantsearch-adapter'],
  },
  { name: 'Yandex Site Search', script: ['site.yandex.net'] },
]
