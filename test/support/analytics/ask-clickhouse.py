"""Runs the recipe of ClickHouse on the engine itself, as a library: `ask-clickhouse.py FOLDER ROWS QUERY`.

Everything is as in the files of FOLDER but for the first statement: the library has no threads that consume, so records that
were consumed beforehand (ROWS, two blocks) go to a table with the columns of the Kafka engine. Prints as JSON what the engine
says to the first statement and to one with a wrong setting, the answer of QUERY after the records and after `from-file.sql`
(which reads `events.ndjson` of this folder), and the answers of `questions.sql`.
"""

import json
import pathlib
import re
import sys

from chdb import session

COLUMNS = "value String, _key String, `_headers.name` Array(String), `_headers.value` Array(String)"
folder, rows, query = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).read_text().splitlines(True), sys.argv[3]
database = session.Session()


def statements(name):
    return [one for one in re.split(r";\s*\n", (folder / name).read_text()) if one.strip()]


def rows_of(statement):
    return [json.loads(line) for line in str(database.query(statement, "JSONCompactEachRow")).splitlines()]


def answer_to(statement):
    try:
        database.query(statement)
        return ""
    except Exception as error:
        return str(error)
    finally:
        database.query("DROP TABLE IF EXISTS pageprobe_kafka SYNC")


kafka, *others = statements("events.sql")
answers = {"kafka": answer_to(kafka), "wrong": answer_to(kafka.replace("kafka_num_consumers", "kafka_wrong"))}
database.query(f"CREATE TABLE pageprobe_kafka ({COLUMNS}) ENGINE = Null")
for statement in others:
    database.query(statement)
half = len(rows) // 2
for block in (rows[:half], rows[half:]):
    pathlib.Path("block.ndjson").write_text("".join(block))
    database.query(f"INSERT INTO pageprobe_kafka SELECT * FROM file('block.ndjson', 'JSONEachRow', '{COLUMNS}')")
answers["consumed"] = rows_of(query)
for statement in statements("from-file.sql"):
    database.query(statement)
answers["whole"] = rows_of(query)
database.query("OPTIMIZE TABLE pageprobe_outcomes FINAL")
answers["merged"] = rows_of(query)
answers["questions"] = [rows_of(one) for one in statements("questions.sql")]
print(json.dumps(answers))
