import { createServer } from 'node:http'

/** A service for tests: answers its process id; with `fails` it prints a reason and exits. */
const [port = '', task = ''] = process.argv.slice(2)
if (task === 'fails') {
  console.error('no, for a reason')
  process.exit(3)
}
createServer((_request, response) => response.end(String(process.pid))).listen(Number(port), '127.0.0.1')
