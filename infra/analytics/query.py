#!/usr/bin/env python3
"""Queries results with DuckDB: prints the rows of a query in `duckdb/` as a table or as CSV, or writes them as Parquet.

    query.py --batch results.ndjson duckdb/slowest-pages.sql
    query.py --events events.ndjson duckdb/failures-by-code.sql --csv
    query.py --events events.ndjson duckdb/flat.sql --parquet outcomes
"""

import argparse
import csv
import pathlib
import sys

import duckdb

FOLDER = pathlib.Path(__file__).parent / "duckdb"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--batch", metavar="FILES", help="lines of /batches/{id}/results; a pattern may match several files")
    source.add_argument("--events", metavar="FILES", help="lines of /events or consume.py")
    parser.add_argument("query", type=pathlib.Path)
    parser.add_argument("--csv", action="store_true")
    parser.add_argument("--parquet", type=pathlib.Path, metavar="FOLDER", help="a folder of files for each `day`; what it had is replaced")
    options = parser.parse_args()
    answer = ask(options)
    if options.parquet:
        replace(options.parquet, answer)
    elif options.csv:
        writer = csv.writer(sys.stdout)
        writer.writerow(answer.columns)
        writer.writerows(answer.fetchall())
    else:
        answer.show(max_rows=1000, max_width=200)


def replace(folder, answer):
    """Writes the rows by day. Raises for a folder that has anything else: it would be lost."""
    if any(not one.name.startswith("day=") for one in (folder.iterdir() if folder.exists() else [])):
        sys.exit(f"{folder} has other files: name another folder")
    answer.write_parquet(str(folder), partition_by=["day"], overwrite=True)


def ask(options):
    database = duckdb.connect()
    database.execute("SET VARIABLE lines = $1", [options.batch or options.events])
    database.execute((FOLDER / ("batch.sql" if options.batch else "events.sql")).read_text())
    return database.sql(options.query.read_text())


if __name__ == "__main__":
    main()
