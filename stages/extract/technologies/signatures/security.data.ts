import type { Signature } from '../signature.ts'

/** Firewalls, bot protection and captchas. */
export const security: readonly Signature[] = [
  { name: 'Akamai Bot Manager', cookie: ['ak_bmsc=', 'bm_sv=', '_abck=', 'bm_sz='], implies: ['Akamai'] },
  { name: 'ALTCHA', script: ['/npm/altcha', '/altcha.min.js'], marker: ['tag:altcha-widget'] },
  {
    name: 'Anubis',
    cookie: ['techaro.lol-anubis', 'within.website-x-cmd-anubis'],
    script: ['/.within.website/x/cmd/anubis/'],
  },
  {
    name: 'Arkose Labs',
    script: ['arkoselabs.com', 'funcaptcha.com'],
    frame: ['arkoselabs.com', 'funcaptcha.com'],
  },
  { name: 'AWS WAF', header: [['x-amzn-waf-action']], cookie: ['aws-waf-token='], script: ['awswaf.com'] },
  {
    name: 'Barracuda WAF',
    cookie: ['barra_counter_session=', 'bni__barracuda_lb_cookie=', 'bni_persistence='],
  },
  { name: 'Castle', script: ['d2t77mnxyo7adj.cloudfront.net'] },
  {
    name: 'Citrix NetScaler',
    header: [['via', 'ns-cache-9.2'], ['cneonction'], ['nncoection']],
    cookie: ['nsc_', 'citrix_ns_id='],
  },
  {
    name: 'Cloudflare Rocket Loader',
    script: ['/cloudflare-static/rocket-loader.min.js'],
    implies: ['Cloudflare'],
  },
  {
    name: 'Cloudflare Turnstile',
    script: ['challenges.cloudflare.com/turnstile/'],
    frame: ['challenges.cloudflare.com'],
  },
  {
    name: 'DataDome',
    header: [['x-datadome'], ['x-datadome-cid'], ['server', 'datadome']],
    cookie: ['datadome='],
    script: ['js.datadome.co', 'geo.captcha-delivery.com', 'ct.captcha-delivery.com'],
    frame: ['geo.captcha-delivery.com'],
  },
  { name: 'DDoS-Guard', header: [['server', 'ddos-guard']], cookie: ['__ddg1', '__ddg2', '__ddgid'] },
  {
    name: 'F5 BIG-IP',
    header: [
      ['server', 'big-ip'],
      ['server', 'bigip'],
    ],
    cookie: ['bigipserver', 'f5_cspm='],
  },
  { name: 'FingerprintJS', script: ['/npm/@fingerprintjs/', 'fpjscdn.net', 'fpnpmcdn.net', 'openfpcdn.io'] },
  { name: 'Forter', script: ['cdn4.forter.com', 'cdn9.forter.com', 'forter.com/script.js'] },
  { name: 'FortiWeb', cookie: ['fortiwafsid=', 'cookiesession1='] },
  {
    name: 'Friendly Captcha',
    script: ['/npm/friendly-challenge', '/npm/@friendlycaptcha/', 'unpkg.com/friendly-challenge'],
  },
  { name: 'GeeTest', script: ['static.geetest.com', 'api.geetest.com', 'gcaptcha4.geetest.com'] },
  {
    name: 'Google Identity Services',
    script: ['accounts.google.com/gsi/client'],
  },
  { name: 'hCaptcha', script: ['hcaptcha.com/1/', 'js.hcaptcha.com'], frame: ['hcaptcha.com'] },
  {
    name: 'HUMAN Bot Defender',
    cookie: ['_pxhd=', '_px3=', '_pxvid='],
    script: ['client.perimeterx.net', 'client.px-cloud.net', 'captcha.px-cdn.net'],
    inline: ['window._pxAppId', '_pxAppId ='],
  },
  {
    name: 'Imperva',
    header: [['x-iinfo'], ['x-cdn', 'imperva'], ['x-cdn', 'incapsula']],
    cookie: ['incap_ses_', 'visid_incap_', 'nlbi_', 'reese84='],
    script: ['/_incapsula_resource'],
  },
  { name: 'Jiasule', header: [['x-via-jsl']], cookie: ['__jsluid', '__jsl_clearance'] },
  {
    name: 'Kasada',
    header: [['x-kpsdk-ct'], ['x-kpsdk-r']],
    cookie: ['kp_uidz='],
    script: ['/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/'],
  },
  { name: 'MTCaptcha', script: ['service.mtcaptcha.com', 'service2.mtcaptcha.com'] },
  { name: 'Netacea', cookie: ['_mitata='] },
  {
    name: 'Qrator',
    header: [['server', 'qrator'], ['x-qrator-requestid']],
    cookie: ['qrator_jsr=', 'qrator_jsid='],
  },
  {
    name: 'Reblaze',
    header: [['server', 'reblaze secure web gateway']],
    cookie: ['rbzid=', 'rbzsessionid='],
  },
  {
    name: 'reCAPTCHA',
    script: ['google.com/recaptcha/', 'recaptcha.net/recaptcha/', 'gstatic.com/recaptcha/'],
    frame: ['google.com/recaptcha/', 'recaptcha.net/recaptcha/'],
  },
  { name: 'Riskified', script: ['beacon.riskified.com'] },
  { name: 'Sift', script: ['cdn.sift.com', 'cdn.siftscience.com'] },
  { name: 'Signifyd', script: ['cdn-scripts.signifyd.com'] },
  {
    name: 'Sucuri',
    header: [['x-sucuri-id'], ['x-sucuri-cache'], ['server', 'sucuri']],
    cookie: ['sucuricp_tfca_'],
  },
  {
    name: 'Tencent Captcha',
    script: ['turing.captcha.qcloud.com', 'ssl.captcha.qq.com', 'turing.captcha.gtimg.com'],
  },
  { name: 'ThreatMetrix', script: ['h.online-metrix.net', 'online-metrix.net/fp/'] },
  { name: 'Vercel Security Checkpoint', header: [['x-vercel-mitigated']], implies: ['Vercel'] },
  { name: 'Wallarm', header: [['server', 'nginx-wallarm']] },
  {
    name: 'Wordfence',
    cookie: ['wfvt_', 'wordfence_verifiedhuman='],
    script: ['/plugins/wordfence/'],
    implies: ['WordPress'],
  },
  {
    name: 'Yandex SmartCaptcha',
    script: ['smartcaptcha.yandexcloud.net', 'captcha-api.yandex.ru', 'smartcaptcha.cloud.yandex.ru'],
  },
]
