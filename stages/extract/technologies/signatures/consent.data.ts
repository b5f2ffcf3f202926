import { packageFiles, type Signature } from '../signature.ts'

/** Consent to cookies and other matters of privacy. */
export const consent: readonly Signature[] = [
  { name: 'Admiral', script: ['succeedscene.com', 'getadmiral.com'] },
  { name: 'AppConsent', script: ['cdn.appconsent.io'] },
  { name: 'Axeptio', script: ['static.axept.io'], inline: ['axeptioSettings'] },
  {
    name: 'Borlabs Cookie',
    address: ['/plugins/borlabs-cookie/', '/cache/borlabs-cookie/'],
    implies: ['WordPress'],
  },
  { name: 'CCM19', script: ['cloud.ccm19.de', '/ccm19.js', '/ccm19/public/'] },
  { name: 'Civic Cookie Control', script: ['cc.cdn.civiccomputing.com'] },
  { name: 'Clickio', script: ['clickiocmp.com', 's.clickiocdn.com'] },
  {
    name: 'Complianz',
    address: ['/plugins/complianz-gdpr/', '/plugins/complianz-gdpr-premium/', '/uploads/complianz/'],
    implies: ['WordPress'],
  },
  {
    name: 'consentmanager',
    script: ['delivery.consentmanager.net', 'cdn.consentmanager.net', 'consentmanager.mgr.consensu.org'],
  },
  {
    name: 'Cookie Information',
    script: ['policy.app.cookieinformation.com', 'policy.cookieinformation.com'],
  },
  { name: 'Cookie Notice', address: ['/plugins/cookie-notice/', 'cdn.hu-manity.co'] },
  {
    name: 'Cookie Script',
    script: ['cdn.cookie-script.com', 'report.cookie-script.com', 'cookie-script.com/s/'],
  },
  {
    name: 'Cookiebot',
    script: ['consent.cookiebot.com', 'consent.cookiebot.eu', 'consentcdn.cookiebot.com'],
    marker: ['id:Cookiebot'],
  },
  { name: 'CookieFirst', script: ['consent.cookiefirst.com'] },
  { name: 'CookieHub', script: ['cookiehub.net', 'cookiehub.eu'] },
  {
    name: 'CookiePro',
    script: ['cookie-cdn.cookiepro.com', 'cookiepro.blob.core.windows.net'],
    implies: ['OneTrust'],
  },
  {
    name: 'CookieYes',
    script: ['cdn-cookieyes.com'],
    address: ['/plugins/cookie-law-info/'],
    marker: ['id:cookieyes'],
  },
  { name: 'Crownpeak Evidon', script: ['c.evidon.com'] },
  { name: 'Didomi', script: ['sdk.privacy-center.org'], inline: ['window.didomiConfig'] },
  { name: 'Enzuzo', script: ['app.enzuzo.com'] },
  { name: 'Funding Choices', script: ['fundingchoicesmessages.google.com'], inline: ['googlefcPresent'] },
  { name: 'InMobi Choice', script: ['cmp.inmobi.com', 'quantcast.mgr.consensu.org', 'cmp.quantcast.com'] },
  {
    name: 'iubenda',
    script: ['cdn.iubenda.com', 'embeds.iubenda.com', 'cs.iubenda.com'],
    inline: ['_iub.csConfiguration', 'var _iub'],
  },
  { name: 'Ketch', script: ['global.ketchcdn.com'] },
  { name: 'Klaro', script: [...packageFiles('klaro'), 'cdn.kiprotect.com/klaro/'] },
  {
    name: 'LiveRamp Privacy Manager',
    script: ['gdpr-wrapper.privacymanager.io', 'gdpr.privacymanager.io', 'faktor.mgr.consensu.org'],
  },
  { name: 'Moove GDPR', address: ['/plugins/gdpr-cookie-compliance/'], implies: ['WordPress'] },
  {
    name: 'OneTrust',
    script: [
      'cdn.cookielaw.org',
      'optanon.blob.core.windows.net',
      'onetrust.com/consent',
      'cdn-ukwest.onetrust.com',
      'cdn-au.onetrust.com',
    ],
    inline: ['OptanonWrapper'],
  },
  { name: 'Osano', script: ['cmp.osano.com'] },
  {
    name: 'Osano Cookie Consent',
    address: [
      '/cookieconsent.min.js',
      '/ajax/libs/cookieconsent2/',
      '/npm/cookieconsent@3',
      's3-eu-west-1.amazonaws.com/assets.cookieconsent.silktide.com/',
    ],
  },
  {
    name: 'Real Cookie Banner',
    address: ['/plugins/real-cookie-banner/', '/plugins/real-cookie-banner-pro/'],
    implies: ['WordPress'],
  },
  { name: 'Secure Privacy', script: ['app.secureprivacy.ai'] },
  {
    name: 'Shopify Consent',
    script: ['cdn.shopify.com/shopifycloud/consent-tracking-api/'],
    implies: ['Shopify'],
  },
  { name: 'Sirdata', script: ['cache.consentframework.com', 'choices.consentframework.com'] },
  {
    name: 'Sourcepoint',
    script: [
      'cdn.privacy-mgmt.com',
      'sourcepoint.mgr.consensu.org',
      'ccpa.sp-prod.net',
      '/wrappermessagingwithoutdetection.js',
    ],
    inline: ['window._sp_', '_sp_queue'],
  },
  { name: 'tarteaucitron.js', script: ['/tarteaucitron.js', '/tarteaucitron.min.js', 'tarteaucitron.io'] },
  { name: 'Termageddon', script: ['policies.termageddon.com'] },
  { name: 'Termly', script: ['app.termly.io'] },
  { name: 'Transcend', script: ['transcend-cdn.com', 'cdn.transcend.io'] },
  { name: 'TrustArc', script: ['consent.trustarc.com', 'consent.truste.com'], inline: ['truste_cookie'] },
  { name: 'UniConsent', script: ['cmp.uniconsent.com'] },
  {
    name: 'Usercentrics',
    script: ['app.usercentrics.eu', 'web.cmp.usercentrics.eu', 'privacy-proxy.usercentrics.eu'],
    marker: ['id:usercentrics-cmp'],
  },
  {
    name: 'vanilla-cookieconsent',
    address: ['/npm/vanilla-cookieconsent', '/gh/orestbida/cookieconsent@', '/cookieconsent.umd.js'],
  },
]
