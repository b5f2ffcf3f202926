import { choice, connect, policy, size, text, wholeNumber } from '#shared/config/setting-types.ts'
import { parseAllow, parseHosts, parsePorts } from '#shared/egress/policy/egress-rules.ts'

/** Settings of look-ups, egress, robots.txt and the fetch stage. */
export const fetchSettings = {
  LOOKUPS_LISTEN: connect(
    '',
    text,
    'host:port where the fetch stage serves gRPC look-ups; empty = any free port in one process, else 127.0.0.1:50051',
    'Set it where fetch runs apart from the parts that call it.',
  ),
  LOOKUPS_ADDRESS: connect(
    '',
    text,
    'where the other parts call them: comma list or dns: name; empty = where this process serves them, else 127.0.0.1:50051',
    'Set it with LOOKUPS_LISTEN, to the addresses of all fetch parts.',
  ),
  EGRESS_ALLOW: policy(
    '',
    parseAllow,
    'addresses the policy would refuse and that are allowed all the same: comma list of address:port or CIDR:port, port * = any',
    'Set it to inspect sites of your own network: whoever has a key then reaches these addresses.',
  ),
  EGRESS_HOSTS: policy(
    '',
    parseHosts,
    'comma list of name=address that is used before DNS',
    'Set it to inspect a site before DNS knows it, or a test server under its public name.',
  ),
  EGRESS_PORTS: policy(
    '',
    parsePorts,
    'target ports that are allowed, comma list with ranges; empty = 80, 443 and from 1024 on without service ports',
    'Set it to `80,443` where no other port has pages for you.',
  ),
  ROBOTS_POLICY: policy(
    'named',
    choice('named', 'strict', 'off'),
    'whose robots.txt groups are enforced',
    'Set it to `strict` to obey the rules for all robots as well; `off` where only sites of your own are inspected.',
  ),
  FETCH_TIMEOUT_MS: policy(
    '10000',
    wholeNumber(100, 60_000),
    'for a target fetch in all',
    'Raise it for slow sites; ANSWER_TIMEOUT_MS has to be longer.',
  ),
  FETCH_MAX_BYTES: policy(
    '52428800',
    wholeNumber(1024, 1_073_741_824),
    'most bytes of a target body, decompressed',
    'Lower it where traffic costs money or memory is short; raise it for longer documents.',
  ),
  FETCH_MAX_REDIRECTS: policy(
    '10',
    wholeNumber(0, 50),
    'most redirects of a target fetch',
    'Lower it to call long chains of redirects a failure.',
  ),
  FETCH_CONCURRENCY: size(
    '64',
    wholeNumber(1, 10_000),
    'pages fetched at once by a fetch stage',
    'Raise it when its slots are full and its CPU is not.',
  ),
  BODY_MEMORY_MB: size(
    '512',
    wholeNumber(1, 1_048_576),
    'MiB that bodies of targets may take in a process, the first 256 KiB of each not counted',
    'Lower it on a small machine; raise it when large pages end with 503 for lack of memory.',
  ),
}
