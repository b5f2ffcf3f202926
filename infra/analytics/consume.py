#!/usr/bin/env python3
"""Reads PageProbe's events from Kafka: each result and each failure once.

Writes them as NDJSON, one CloudEvent in JSON format a line, or counts them. Values that travel by reference are fetched
from their `dataref`. A position is committed after all events before it have been written: the program loses nothing
when it is killed and restarted, and drops repeated events by their id. Of several outcomes with one id the one with the
lowest `sequence` is the first: it is written even if it arrives after others.

    consume.py --brokers localhost:9092 --output events.ndjson
    consume.py --brokers localhost:9092 --count --until-idle 10
"""

import argparse
import collections
import json
import os
import re
import signal
import sys
import time
import urllib.error
import urllib.request

from cloudevents.core.bindings.kafka import KafkaMessage, from_kafka_event
from cloudevents.core.formats.json import JSONFormat
from confluent_kafka import Consumer, KafkaError, KafkaException

TOPICS = ["result.snapshot", "result.metadata", "result.performance", "result.seo-audit", "inspection.failed"]
PAGE = 500
POLL_SECONDS = 0.5
FETCH_SECONDS = 30
FETCH_TRIES = 5
MOST_BYTES = 64 * 1024 * 1024
BODY = re.compile(r"/bodies/[0-9a-f]{64}\.json")


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirects)


def main():
    options = read_options()
    stopping = stop_on_signals()
    sink = Counter(options.remember) if options.count else Lines(options.output, options.remember)
    consumer = Consumer(
        {
            "bootstrap.servers": options.brokers,
            "group.id": options.group,
            "auto.offset.reset": "earliest",
            "enable.auto.commit": False,
            **dict(setting.split("=", 1) for setting in options.setting),
        }
    )
    consumer.subscribe([options.prefix + topic for topic in options.topics.split(",")])
    try:
        read(consumer, sink, stopping, options.until_idle, options.base_url and options.base_url.rstrip("/"))
    finally:
        consumer.close()
        sink.close()


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--brokers", required=True, help="comma list of host:port")
    parser.add_argument("--group", default="pageprobe-consumer", help="consumer group; one for each purpose")
    parser.add_argument("--topics", default=",".join(TOPICS), help="comma list; all outcomes by default")
    parser.add_argument("--prefix", default="", help="KAFKA_TOPIC_PREFIX of the service")
    parser.add_argument("--base-url", help="PUBLIC_URL of the service; large values are fetched only from there")
    parser.add_argument("--output", default="-", help="file to append to; - = stdout")
    parser.add_argument("--count", action="store_true", help="count events by type and code instead")
    parser.add_argument("--until-idle", type=float, metavar="SECONDS", help="end when no event has arrived for this time")
    parser.add_argument("--remember", type=int, default=1_000_000, help="number of ids by which repeats are detected")
    parser.add_argument("--setting", action="append", default=[], metavar="NAME=VALUE", help="setting of librdkafka")
    return parser.parse_args()


def stop_on_signals():
    """Returns a list that contains the signal once one arrived."""
    came = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _frame: came.append(number))
    return came


def read(consumer, sink, stopping, until_idle, base):
    last = time.monotonic()
    while not stopping:
        records = [record for record in consumer.consume(PAGE, POLL_SECONDS) if is_record(record)]
        if records:
            last = time.monotonic()
            sink.take([event_of(record, base) for record in records])
            commit(consumer)
        elif until_idle is not None and time.monotonic() - last > until_idle:
            return


def is_record(record):
    """Whether it is an error, and not a notice of the client, such as that a topic does not exist yet."""
    error = record.error()
    if error is None:
        return True
    if error.fatal() or error.code() == KafkaError.TOPIC_AUTHORIZATION_FAILED:
        raise KafkaException(error)
    print(error.str(), file=sys.stderr)
    return False


def commit(consumer):
    """Commits the positions. After a rebalance that may fail: another member then reads the same events and drops them by id."""
    try:
        consumer.commit(asynchronous=False)
    except KafkaException as error:
        print(f"not committed: {error}", file=sys.stderr)


def event_of(record, base):
    """The CloudEvent of a record, with its value, inline or fetched."""
    headers = {name: value or b"" for name, value in record.headers() or []}
    event = from_kafka_event(KafkaMessage(headers=headers, key=record.key(), value=record.value() or b""))
    where = event.get_extension("dataref")
    return json.loads(JSONFormat().write(event)) | ({} if where is None else fetched(where, base))


def fetched(url, base):
    """Fetches a value, only from the service at `base`: any producer of the topic chooses the `dataref`. A value is readable for BODY_TTL_DAYS; an event whose value has expired keeps only its `dataref`."""
    if base is None or not BODY.fullmatch(url.removeprefix(base)) or not url.startswith(base):
        print(f"not fetched, since it is not a URL of the service at --base-url: {url}", file=sys.stderr)
        return {}
    for attempt in range(FETCH_TRIES):
        try:
            with opener.open(url, timeout=FETCH_SECONDS) as answer:
                text = answer.read(MOST_BYTES + 1)
            if len(text) > MOST_BYTES:
                print(f"the value is over {MOST_BYTES} bytes: {url}", file=sys.stderr)
                return {}
            return {"data": json.loads(text)}
        except urllib.error.HTTPError as error:
            if error.code == 404:
                print(f"the value has expired: {url}", file=sys.stderr)
                return {}
            failure = error
        except OSError as error:
            failure = error
        time.sleep(2**attempt)
    raise failure


class Ids:
    """The latest ids, each with the lowest sequence so far: repeats arrive soon after the original."""

    def __init__(self, limit):
        self.limit = limit
        self.known = collections.OrderedDict()

    def is_first(self, event):
        """Whether no event with this id was before it. Events of earlier versions have no sequence and are first."""
        name, sequence = event["id"], event.get("sequence", "")
        if name in self.known:
            is_first = sequence < self.known[name]
            self.known[name] = min(sequence, self.known[name])
            return is_first
        self.known[name] = sequence
        if len(self.known) > self.limit:
            self.known.popitem(last=False)
        return True


class Lines:
    """Appends events to a file, each once, unless an earlier outcome arrives later. Events in the file count as known."""

    def __init__(self, path, remember):
        self.ids = Ids(remember)
        self.file = sys.stdout.buffer if path == "-" else self.opened(path)

    def opened(self, path):
        file = open(path, "a+b")
        file.seek(0)
        end = 0
        for line in file:
            if line.endswith(b"\n"):
                end += len(line)
                self.ids.is_first(json.loads(line))
        file.truncate(end)  # Removes the last line if the program was killed while writing it; its event comes again.
        return file

    def take(self, events):
        for event in events:
            if self.ids.is_first(event):
                self.file.write(json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self.file.flush()
        if self.file is not sys.stdout.buffer:
            os.fsync(self.file.fileno())

    def close(self):
        self.file.flush()


class Counter:
    """Counts events by type, and failures by code, by the outcome that arrived first; prints the counts at the end."""

    def __init__(self, remember):
        self.ids = Ids(remember)
        self.counts = collections.Counter()

    def take(self, events):
        for event in events:
            is_new = event["id"] not in self.ids.known
            if self.ids.is_first(event) and is_new:
                self.counts[(event["type"], (event.get("data") or {}).get("code", ""))] += 1

    def close(self):
        for (kind, code), count in sorted(self.counts.items()):
            print(f"{count:10d}  {kind}  {code}".rstrip())


if __name__ == "__main__":
    main()
