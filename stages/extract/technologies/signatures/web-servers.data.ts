import type { Signature } from '../signature.ts'

/** Web servers, application servers and caching proxies, by what they send. */
export const webServers: readonly Signature[] = [
  { name: 'Apache', header: [['server', 'apache']] },
  { name: 'Apache APISIX', header: [['server', 'apisix']], implies: ['OpenResty'] },
  {
    name: 'Apache Tomcat',
    header: [
      ['server', 'apache-coyote'],
      ['server', 'apache-tomcat'],
      ['x-powered-by', 'tomcat-'],
    ],
    implies: ['Java'],
  },
  {
    name: 'Apache Traffic Server',
    header: [
      ['server', 'ats'],
      ['via', 'apachetrafficserver'],
    ],
  },
  {
    name: 'Caddy',
    header: [
      ['server', 'caddy'],
      ['via', '1.1 caddy'],
    ],
    implies: ['Go'],
  },
  { name: 'Cherokee', header: [['server', 'cherokee']] },
  { name: 'Cowboy', header: [['server', 'cowboy']], implies: ['Erlang'] },
  { name: 'Daphne', header: [['server', 'daphne']], implies: ['Python'] },
  { name: 'Eclipse Jetty', header: [['server', 'jetty']], implies: ['Java'] },
  { name: 'Envoy', header: [['server', 'envoy'], ['x-envoy-upstream-service-time']] },
  { name: 'GlassFish', header: [['server', 'glassfish']], implies: ['Java'] },
  { name: 'Gunicorn', header: [['server', 'gunicorn']], implies: ['Python'] },
  { name: 'H2O', header: [['server', 'h2o']] },
  { name: 'HAProxy', header: [['x-haproxy-server-state'], ['server', 'haproxy']] },
  { name: 'Hiawatha', header: [['server', 'hiawatha']] },
  {
    name: 'Hypercorn',
    header: [
      ['server', 'hypercorn-h11'],
      ['server', 'hypercorn-h2'],
      ['server', 'hypercorn-h3'],
    ],
    implies: ['Python'],
  },
  { name: 'IBM HTTP Server', header: [['server', 'ibm_http_server']] },
  { name: 'Istio', header: [['server', 'istio-envoy']], implies: ['Envoy'] },
  {
    name: 'JBoss EAP',
    header: [
      ['server', 'jboss-eap'],
      ['x-powered-by', 'jboss-'],
      ['x-powered-by', 'jbossweb'],
    ],
    implies: ['Java'],
  },
  { name: 'Kestrel', header: [['server', 'kestrel']], implies: ['ASP.NET'] },
  {
    name: 'Kong',
    header: [['server', 'kong'], ['via', 'kong'], ['x-kong-proxy-latency'], ['x-kong-upstream-latency']],
  },
  { name: 'lighttpd', header: [['server', 'lighttpd']] },
  {
    name: 'LiteSpeed',
    header: [['server', 'litespeed'], ['x-litespeed-cache'], ['x-turbo-charged-by', 'litespeed']],
  },
  { name: 'Microsoft HTTPAPI', header: [['server', 'microsoft-httpapi']] },
  { name: 'Microsoft IIS', header: [['server', 'microsoft-iis']] },
  { name: 'Mongrel', header: [['server', 'mongrel']], implies: ['Ruby'] },
  { name: 'nginx', header: [['server', 'nginx']] },
  { name: 'OpenResty', header: [['server', 'openresty']], implies: ['nginx'] },
  {
    name: 'Oracle HTTP Server',
    header: [
      ['server', 'oracle-http-server'],
      ['server', 'oracle-application-server-11g'],
    ],
  },
  {
    name: 'Phusion Passenger',
    header: [
      ['server', 'phusion passenger'],
      ['x-powered-by', 'phusion passenger'],
      ['x-powered-by', 'phusion passenger(r)'],
    ],
  },
  { name: 'Pingora', header: [['server', 'pingora']] },
  { name: 'Pound', header: [['server', 'pound']] },
  { name: 'Puma', header: [['server', 'puma']], implies: ['Ruby'] },
  { name: 'Resin', header: [['server', 'resin']], implies: ['Java'] },
  { name: 'RoadRunner', header: [['server', 'roadrunner']], implies: ['PHP'] },
  {
    name: 'Squid',
    header: [
      ['server', 'squid'],
      ['via', '(squid'],
    ],
  },
  { name: 'Swoole', header: [['server', 'swoole-http-server']], implies: ['PHP'] },
  { name: 'Tengine', header: [['server', 'tengine']], implies: ['nginx'] },
  { name: 'Thin', header: [['server', 'thin']], implies: ['Ruby'] },
  { name: 'Tornado', header: [['server', 'tornadoserver']], implies: ['Python'] },
  { name: 'TwistedWeb', header: [['server', 'twistedweb']], implies: ['Python'] },
  { name: 'Undertow', header: [['x-powered-by', 'undertow']], implies: ['Java'] },
  { name: 'Unicorn', header: [['server', 'unicorn']], implies: ['Ruby'] },
  { name: 'Uvicorn', header: [['server', 'uvicorn']], implies: ['Python'] },
  {
    name: 'Varnish',
    header: [
      ['x-varnish'],
      ['via', 'varnish'],
      ['server', 'varnish'],
      ['x-varnish-cache'],
      ['x-cache-varnish'],
    ],
  },
  { name: 'Waitress', header: [['server', 'waitress']], implies: ['Python'] },
  { name: 'WebLogic', header: [['server', 'weblogic']], implies: ['Java'] },
  { name: 'WEBrick', header: [['server', 'webrick']], implies: ['Ruby'] },
  { name: 'WebSphere', header: [['server', 'websphere'], ['$wsep']], implies: ['Java'] },
  { name: 'WildFly', header: [['server', 'wildfly']], implies: ['Java'] },
  { name: 'Zeus Web Server', header: [['server', 'zeus']] },
]
