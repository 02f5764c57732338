#!/usr/bin/env python3
"""weir as a stage of a Spark job: the failures that most logs share.

usage: spark_batch.py WEIR LIST [MASTER]

WEIR is the program, and must be on every worker. LIST is a text file with the path of a log on each line, and every worker
must be able to read them. Each partition runs one `weir batch`, which reads its paths as they come and writes a line of JSON
for each log. MASTER is Spark's, `local[2]` unless given. Prints a line of JSON for each failure: id, logs.
"""
import json
import shlex
import sys

from pyspark import SparkConf, SparkContext

program, paths = sys.argv[1:3]
conf = SparkConf().setAppName("weir batch").setMaster(sys.argv[3] if len(sys.argv) > 3 else "local[2]")
conf.set("spark.ui.enabled", "false")
spark = SparkContext(conf=conf)
spark.setLogLevel("ERROR")

# A worker per partition: Spark already runs a partition on each core. A log that failed is a result, no error of the stage.
stage = shlex.join([program, "batch", "--jobs", "1", "--no-summary", "--exit-zero", "-"])
lines = spark.textFile(paths, minPartitions=2).pipe(stage, checkCode=True).map(json.loads)

failures = lines.filter(lambda line: line["kind"] == "log").flatMap(
    lambda line: {(failure["runner"], failure["id"]) for failure in line["failures"]}
)
counts = failures.map(lambda failure: (failure, 1)).reduceByKey(lambda one, other: one + other)
for (runner, name), logs in counts.sortBy(lambda each: (-each[1], each[0])).collect():
    print(json.dumps({"id": name, "runner": runner, "logs": logs}))
spark.stop()
