#!/usr/bin/env python3
"""Loads events into an Iceberg table with flat columns, partitioned by day: each inspection once, by its first outcome.

The same lines may be loaded again, and a program that was killed started again: nothing is there twice, nothing is lost.
One program at a time may load into a table.

    load.py --events events.ndjson --warehouse warehouse
"""

import argparse
import datetime
import pathlib
import sys

import pyarrow as pa
import pyarrow.compute as pc
from pyiceberg.catalog.sql import SqlCatalog
from pyiceberg.expressions import And, GreaterThanOrEqual, In
from pyiceberg.partitioning import PartitionField, PartitionSpec
from pyiceberg.schema import Schema
from pyiceberg.transforms import IdentityTransform
from pyiceberg.types import DateType, DoubleType, NestedField, StringType, TimestampType

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import query  # noqa: E402

TABLE = "pageprobe.outcomes"
# Rows of a commit, about: all are in memory.
PIECE = 5_000
# A repeated event arrives within the retention of events and of work, nine days by default.
REPEATS_WITHIN = datetime.timedelta(days=14)
# The columns of duckdb/flat.sql; `ended` is UTC.
COLUMNS = {
    "id": StringType(),
    "tenant": StringType(),
    "host": StringType(),
    "operation": StringType(),
    "url": StringType(),
    "ended": TimestampType(),
    "day": DateType(),
    "sequence": StringType(),
    "code": StringType(),
    "score": DoubleType(),
    "message": StringType(),
    "result": StringType(),
    "dataref": StringType(),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", required=True, metavar="FILES", help="lines of /events or consume.py")
    parser.add_argument("--warehouse", required=True, type=pathlib.Path, help="folder of the table and its catalog")
    options = parser.parse_args()
    table = open_table(options.warehouse.resolve())
    lines = argparse.Namespace(batch=None, events=options.events, query=HERE.parent / "duckdb" / "flat.sql")
    added = sum(load(table, pa.Table.from_batches([piece])) for piece in query.ask(lines).to_arrow_reader(PIECE))
    print(f"{added} rows written")


def open_table(warehouse):
    """The table, made when it is not there. For another catalog than a file of SQLite, return a table of that one."""
    warehouse.mkdir(parents=True, exist_ok=True)
    catalog = SqlCatalog("pageprobe", uri=f"sqlite:///{warehouse}/catalog.db", warehouse=f"file://{warehouse}")
    if catalog.table_exists(TABLE):
        return catalog.load_table(TABLE)
    fields = [NestedField(at, name, kind) for at, (name, kind) in enumerate(COLUMNS.items(), 1)]
    schema = Schema(*fields)
    day = PartitionField(schema.find_field("day").field_id, 1000, IdentityTransform(), "day")
    catalog.create_namespace_if_not_exists(TABLE.split(".")[0])
    return catalog.create_table(TABLE, schema, partition_spec=PartitionSpec(day))


def load(table, piece):
    """Writes the rows that are new, and those that are earlier outcomes than the table has, in one commit."""
    if piece.num_rows == 0:
        return 0
    recent = GreaterThanOrEqual("day", pc.min(piece["day"]).as_py() - REPEATS_WITHIN)
    known = sequences(table.scan(And(recent, In("id", piece["id"].to_pylist())), selected_fields=("id", "sequence")).to_arrow())
    is_first = [name not in known or sequence < known[name] for name, sequence in sequences(piece).items()]
    first = piece.filter(pa.array(is_first))
    if first.num_rows == 0:
        return 0
    later = [name for name in first["id"].to_pylist() if name in known]
    with table.transaction() as transaction:
        if later:
            transaction.delete(And(recent, In("id", later)))
        transaction.append(first)
    return first.num_rows


def sequences(rows):
    """The sequence of each id; an outcome of an earlier version has none and is first."""
    return {name: sequence or "" for name, sequence in zip(rows["id"].to_pylist(), rows["sequence"].to_pylist())}


if __name__ == "__main__":
    main()
