import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { announce, cacheFolder, fillOnce, installPackages, runCommand, succeeds } from '../command.ts'
import { verifyJars } from './verify-jars.ts'

const VERSION = '4.1.1'
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:copy-dependencies'

/** Jars that Maven downloads: `pom.xml` and `jars.sha512` of a folder say which. */
interface JarSet {
  readonly recipe: string
  /** The name of the folder that keeps them. */
  readonly name: string
  readonly purpose: string
}

const BROKER: JarSet = {
  recipe: import.meta.dirname,
  name: `kafka-${VERSION}`,
  purpose: 'the Kafka broker of the tests',
}

/** Kafka Connect, with what the recipe of `infra/analytics` needs beside it. */
export const CONNECT: JarSet = {
  recipe: join(import.meta.dirname, 'connect'),
  name: `kafka-connect-${VERSION}`,
  purpose: 'Kafka Connect of `npm run analytics`',
}

/** Ensures that a program of these jars can be started: Java, Maven and the jars. Rejects with the reason otherwise. */
export async function prepareJars(jars = BROKER): Promise<void> {
  if (!(await succeeds('java', ['-version'])))
    await installPackages(['openjdk-17-jre-headless'], `Java runs ${jars.purpose}`)
  await fillOnce(kafkaJars(jars), (folder) => downloadJars(jars, folder))
}

/** The folder that `prepareJars` fills; the jars are in its folder `libs`. */
export function kafkaJars({ name }: JarSet = BROKER): string {
  return cacheFolder(name)
}

async function downloadJars({ recipe, purpose }: JarSet, folder: string): Promise<void> {
  if (!(await succeeds('mvn', ['-version']))) await installPackages(['maven'], `Maven downloads ${purpose}`)
  announce(`downloading Kafka ${VERSION} by Maven, once (${purpose}; about a minute)`)
  await copyFile(join(recipe, 'pom.xml'), join(folder, 'pom.xml'))
  const goal = [COPY, '-DoutputDirectory=libs', '-DincludeScope=runtime']
  await runCommand('mvn', ['-q', '-B', '--strict-checksums', ...goal], { cwd: folder })
  await verifyJars(join(folder, 'libs'), join(recipe, 'jars.sha512'))
}

/** A program that runs for minutes costs half of the processor time with the first compiler and collector alone. */
const SHORT_LIVED = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

/** Arguments of `java` before the class name of a program of these jars. */
export function javaArguments(heap: string, jars = BROKER): string[] {
  const logging = join(BROKER.recipe, 'log4j2.properties')
  return [
    ...[`-Xmx${heap}`, ...SHORT_LIVED, `-Dlog4j2.configurationFile=${logging}`, '-Dkafka.logs.dir=.'],
    ...['-cp', `${kafkaJars(jars)}/libs/*`],
  ]
}
