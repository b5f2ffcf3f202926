import type { Example } from '../example.ts'

/** Content management, shops, site builders, generators. */
export const systems: readonly Example[] = [
  { shows: ['PHP', 'WordPress'], html: '<meta name="generator" content="WordPress 6.4.3" />' },
  {
    shows: ['PHP', 'WordPress'],
    html: '<link rel="stylesheet" id="wp-block-library-css" href="/wp-includes/css/dist/block-library/style.min.css?ver=6.4.3" media="all" />',
  },
  {
    shows: ['PHP', 'WordPress'],
    html: '<link rel="https://api.w.org/" href="https://www.example.com/wp-json/" />',
  },
  {
    shows: ['PHP', 'WordPress'],
    headers: { link: '<https://www.example.com/wp-json/>; rel="https://api.w.org/"' },
  },
  {
    shows: ['PHP', 'WordPress'],
    html: '<script>window._wpemojiSettings = {"baseUrl":"https:\\/\\/s.w.org\\/images\\/core\\/emoji\\/14.0.0\\/72x72\\/"};</script>',
  },
  {
    shows: ['Elementor', 'PHP', 'WordPress'],
    html: '<meta name="generator" content="Elementor 3.18.3; features: e_dom_optimization; settings: css_print_method-external">',
  },
  {
    shows: ['PHP', 'WooCommerce', 'WordPress'],
    html: '<body class="home page-template-default theme-storefront woocommerce-no-js">',
  },
  {
    shows: ['PHP', 'WordPress', 'WPBakery Page Builder'],
    html: '<meta name="generator" content="Powered by WPBakery Page Builder - drag and drop page builder for WordPress."/>',
  },
  {
    shows: ['Contact Form 7', 'PHP', 'WordPress'],
    html: '<script src="https://www.example.com/wp-content/plugins/contact-form-7/includes/js/index.js?ver=5.8.6"></script>',
  },
  { shows: ['PHP', 'WordPress', 'WP Engine'], headers: { 'x-powered-by': 'WP Engine' } },
  {
    shows: ['Drupal', 'PHP'],
    html: '<meta name="Generator" content="Drupal 10 (https://www.drupal.org)" />',
  },
  { shows: ['Drupal', 'PHP'], headers: { 'x-generator': 'Drupal 9 (https://www.drupal.org)' } },
  {
    shows: ['Joomla', 'PHP'],
    html: '<meta name="generator" content="Joomla! - Open Source Content Management" />',
  },
  { shows: ['PHP', 'TYPO3'], html: '<meta name="generator" content="TYPO3 CMS" />' },
  { shows: ['PHP', 'TYPO3'], headers: { 'set-cookie': 'fe_typo_user=0f3b; path=/; HttpOnly' } },
  { shows: ['Ghost', 'Node.js'], html: '<meta name="generator" content="Ghost 5.79">' },
  { shows: ['Contao', 'PHP'], html: '<meta name="generator" content="Contao Open Source CMS">' },
  { shows: ['Craft CMS', 'PHP'], headers: { 'x-powered-by': 'Craft CMS' } },
  {
    shows: ['1C-Bitrix', 'PHP'],
    headers: { 'x-powered-cms': 'Bitrix Site Manager (6e8c6fd2ad7c58bba2a8d2d6d25bd4dc)' },
  },
  {
    shows: ['Adobe Experience Manager', 'Java'],
    html: '<link rel="stylesheet" href="/etc.clientlibs/mysite/clientlibs/clientlib-base.lc-4a6f.min.css" type="text/css">',
  },
  {
    shows: ['ASP.NET', 'Sitecore'],
    headers: { 'set-cookie': 'SC_ANALYTICS_GLOBAL_COOKIE=2f1d|False; expires=Sat, 12-Jan-2036' },
  },
  {
    shows: ['PHP', 'SPIP'],
    headers: { 'composed-by': 'SPIP 4.2.8 @ www.spip.net + https://www.example.com/local/config.txt' },
  },
  { shows: ['Discuz!', 'PHP'], html: '<meta name="generator" content="Discuz! X3.4" />' },
  { shows: ['PHP', 'Z-BlogPHP'], html: '<meta name="generator" content="Z-BlogPHP 1.7.3">' },
  { shows: ['PHP', 'Rhymix'], html: '<meta name="generator" content="Rhymix" />' },
  { shows: ['Movable Type', 'Perl'], html: '<meta name="generator" content="Movable Type Pro 7" />' },
  { shows: ['a-blog cms', 'PHP'], html: '<meta name="generator" content="a-blog cms" />' },
  {
    shows: ['DataLife Engine', 'PHP'],
    html: '<meta name="generator" content="DataLife Engine (http://dle-news.ru)">',
  },
  {
    shows: ['Shopify'],
    html: '<meta name="shopify-digital-wallet" content="/12345678/digital_wallets/dialog"><link href="//www.example.com/cdn/shop/t/3/assets/base.css?v=1" rel="stylesheet">',
  },
  {
    shows: ['Shopify'],
    html: '<script>var Shopify = Shopify || {};\nShopify.shop = "x.myshopify.com";</script>',
  },
  {
    shows: ['Magento', 'PHP'],
    html: '<script type="text/x-magento-init">{"*":{"mage/cookies":{}}}</script>',
  },
  { shows: ['PHP', 'PrestaShop'], html: '<script>var prestashop = {"cart":{"products":[]}};</script>' },
  { shows: ['PHP', 'Shopware'], headers: { 'sw-version-id': '0fa91ce3e96a4bc2be4bd9ce752c3425' } },
  {
    shows: ['BigCommerce'],
    html: '<link rel="stylesheet" href="https://cdn11.bigcommerce.com/s-abc123/stencil/0d/css/theme.css">',
  },
  {
    shows: ['Salesforce Commerce Cloud'],
    headers: { 'set-cookie': ['dwac_bc=a; path=/', 'dwsid=xF3; path=/; HttpOnly'] },
  },
  {
    shows: ['OpenCart', 'PHP'],
    html: '<link href="catalog/view/theme/default/stylesheet/stylesheet.css" rel="stylesheet">',
  },
  {
    shows: ['VTEX'],
    html: '<script src="https://example.vtexassets.com/_v/public/assets/v1/published/bundle.js"></script>',
  },
  { shows: ['EC-CUBE', 'PHP'], html: '<meta name="eccube-csrf-token" content="Yj8x">' },
  { shows: ['JTL-Shop', 'PHP'], headers: { 'set-cookie': 'JTLSHOP=b8a1; path=/; secure; HttpOnly' } },
  { shows: ['Cafe24'], html: '<script src="/ind-script/optimizer.php?filename=rdA9DgIxDIRv"></script>' },
  { shows: ['Wix'], html: '<meta name="generator" content="Wix.com Website Builder"/>' },
  { shows: ['Wix'], headers: { 'x-wix-request-id': '1705312345.6789' } },
  { shows: ['Squarespace'], headers: { server: 'Squarespace' } },
  {
    shows: ['Squarespace'],
    html: '<script>Static = window.Static || {}; Static.SQUARESPACE_CONTEXT = {"facebookAppId":"314192535267336"}</script>',
  },
  { shows: ['Webflow'], html: '<meta content="Webflow" name="generator"/>' },
  { shows: ['Framer'], html: '<meta name="generator" content="Framer 2f6b1c3">' },
  {
    shows: ['Tilda'],
    html: '<div id="allrecords" class="t-records" data-hook="blocks-collection-content-node">',
  },
  { shows: ['Blogger'], html: "<meta content='blogger' name='generator'/>" },
  { shows: ['Blogger'], url: 'https://someone.blogspot.com/2026/01/a.html' },
  { shows: ['Hatena Blog'], url: 'https://someone.hatenablog.com/entry/1' },
  { shows: ['HubSpot', 'HubSpot CMS Hub'], headers: { 'x-hs-content-id': '12345' } },
  { shows: ['Hugo'], html: '<meta name="generator" content="Hugo 0.121.2">' },
  { shows: ['Jekyll'], html: '<meta name="generator" content="Jekyll v4.3.2" />' },
  { shows: ['Gatsby', 'React'], html: '<div id="___gatsby"><div id="gatsby-focus-wrapper"></div></div>' },
  {
    shows: ['Docusaurus', 'React'],
    html: '<meta name="generator" content="Docusaurus v3.1.0"><div id="__docusaurus">',
  },
  {
    shows: ['Material for MkDocs', 'MkDocs', 'Python'],
    html: '<meta name="generator" content="mkdocs-1.5.3, mkdocs-material-9.5.3">',
  },
  {
    shows: ['Python', 'Sphinx'],
    html: '<script src="_static/documentation_options.js?v=5929fcd5"></script>',
  },
  { shows: ['VitePress', 'Vue.js'], html: '<meta name="generator" content="VitePress v1.0.0-rc.36">' },
  {
    shows: ['Astro', 'Starlight'],
    html: '<meta name="generator" content="Astro v4.2.1"/><meta name="generator" content="Starlight v0.15.3"/>',
  },
  { shows: ['Astro'], html: '<astro-island uid="Z1" component-url="/x.js" client="load"></astro-island>' },
  {
    shows: ['MediaWiki', 'PHP'],
    html: '<body class="skin-vector mediawiki ltr sitedir-ltr mw-hide-empty-elt">',
  },
  { shows: ['DokuWiki', 'PHP'], html: '<meta name="generator" content="DokuWiki"/>' },
  { shows: ['PHP', 'phpBB'], html: '<body id="phpbb" class="nojs notouch section-index ltr">' },
  { shows: ['PHP', 'XenForo'], html: '<html id="XF" lang="en-US" dir="LTR" class="has-no-js">' },
  {
    shows: ['Discourse', 'Ember.js', 'Ruby', 'Ruby on Rails'],
    html: '<meta name="generator" content="Discourse 3.2.0.beta4 - https://github.com/discourse/discourse version 0f3b">',
  },
  { shows: ['Moodle', 'PHP'], headers: { 'set-cookie': 'MoodleSession=kq3; path=/; secure' } },
]
