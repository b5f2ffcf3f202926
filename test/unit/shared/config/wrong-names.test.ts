import { expect } from 'chai'
import { settings } from '#shared/config/settings.ts'
import { wrongNames } from '#shared/config/wrong-names.ts'

const known = [...Object.keys(settings), 'POSTGRES_URL_FILE', 'S3_SECRET_KEY_FILE']
const problems = (...names: string[]) => wrongNames(names, known)

/** Variables that programs beside PageProbe set or read, by where they are met. */
const others: Readonly<Record<string, string>> = {
  'a shell': `PATH HOME HOSTNAME HOSTTYPE LANG LC_ALL LOGNAME MAIL OLDPWD PWD SHELL SHLVL SSH_AUTH_SOCK TERM TMPDIR TZ USER
    USERNAME XDG_DATA_DIRS XDG_CACHE_HOME DISPLAY EDITOR PAGER LS_COLORS http_proxy HTTPS_PROXY NO_PROXY PORTS`,
  'Node and npm': `NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE NODE_V8_COVERAGE INIT_CWD npm_lifecycle_event
    npm_config_user_agent UV_THREADPOOL_SIZE FORCE_COLOR`,
  'a pod beside services with the names of parts': `KUBERNETES_SERVICE_HOST KUBERNETES_PORT_443_TCP_PROTO FETCH_SERVICE_HOST
    FETCH_PORT FETCH_SERVICE_PORT FETCH_SERVICE_PORT_GRPC FETCH_PORT_50051_TCP FETCH_PORT_50051_TCP_ADDR RENDER_SERVICE_PORT
    BATCH_PORT_50052_TCP_PORT EXTRACT_SERVICE_HOST SCORE_SERVICE_HOST KAFKA_SERVICE_HOST KAFKA_SERVICE_PORT_CLIENT
    REDIS_PORT_6379_TCP POSTGRES_PORT_5432_TCP_ADDR S3_SERVICE_HOST POD_NAME POD_IP`,
  'links of Docker':
    'FETCH_NAME FETCH_ENV_LOG_LEVEL REDIS_ENV_GOSU_VERSION REDIS_NAME RENDER_PORT_50053_UDP_PROTO',
  'the images of backing services': `KAFKA_NODE_ID KAFKA_LISTENERS KAFKA_LOG_DIRS KAFKA_OPTS KAFKA_HEAP_OPTS KAFKA_BROKER_ID
    KAFKA_ACL POSTGRES_DB POSTGRES_USER POSTGRES_PASSWORD POSTGRES_HOST POSTGRES_HOST_AUTH_METHOD REDIS_PASSWORD
    REDIS_HOST MINIO_ROOT_USER S3_HOST AWS_REGION AWS_ACCESS_KEY_ID HTTP_PROXY`,
  'the file of passwords beside Compose': `KAFKA_PASSWORD_GATEWAY REDIS_PASSWORD_FETCH S3_SECRET_KEY_BATCH
    POSTGRES_PASSWORD_BATCH KAFKA_IMAGE COMPOSE_PROJECT_NAME`,
  telemetry: 'OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL OTEL_TRACES_EXPORTER',
  'other programs with our words':
    'SITE_URL SITE_ID QUEUE_CONNECTION QUEUE_URL STAGE_ENV AUDIT_LOG PAGEPROBE_URL',
  hosts: 'RENDER RENDER_EXTERNAL_URL RENDER_GIT_COMMIT RENDER_INSTANCE_ID BATCH_TASK_INDEX BATCH_JOB_UID',
}

describe('wrong names of settings', () => {
  for (const [name, near] of Object.entries({
    BATCH_HOST_DELAY: 'BATCH_HOST_DELAY_MS',
    RENDER_CONCURENCY: 'RENDER_CONCURRENCY',
    EGRESS_ALOW: 'EGRESS_ALLOW',
    FETCH_MAX_MB: 'FETCH_MAX_BYTES',
    KAFKA_BROKER: 'KAFKA_BROKERS',
    CORS_ORIGIN: 'CORS_ORIGINS',
    REDIS_URI: 'REDIS_URL',
    METRIC_LISTEN: 'METRICS_LISTEN',
    LOGLEVEL: 'LOG_LEVEL',
    POSTGRES_URL_FIEL: 'POSTGRES_URL_FILE',
    BATCHES_ADRESS: 'BATCHES_ADDRESS',
  })) {
    it(`${name}: the nearest is ${near}`, () => {
      const [problem, ...more] = problems(name)
      expect(problem).to.match(
        new RegExp(`^${name} is no setting: the nearest is ${near}\\. Rename or remove it`),
      )
      expect(more).to.deep.equal([])
    })
  }

  it('are not those of settings and their files', () => {
    expect(problems(...known)).to.deep.equal([])
  })

  for (const [where, names] of Object.entries(others)) {
    it(`are not those of ${where}`, () => expect(problems(...names.split(/\s+/))).to.deep.equal([]))
  }

  it('are told apart where a name is short', () => {
    expect(problems('POST', 'HOME', 'HOSTS', 'PORTS')).to.deep.equal([])
  })
})
