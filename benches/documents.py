#!/usr/bin/env python3
"""documents.py: write every document of every log in folders, and let the readers of their hosts look at them.

  documents.py WEIR FOLDER... [--sample N] [--sarif-schema FILE] [--actions-core FOLDER]

WEIR is the binary. A log is a file whose name ends with .log or .txt, packed or not. For each log weir answers once, with all
formats of --output. A document must not be green when the answer is not PASSED; it must be below its host's limit; and:

  junit               follows junit-10.xsd (package xmlschema); junitparser finds the failures of weir, and as many
  ctrf                follows the schema in testdata/schemas (package jsonschema)
  sarif               follows the schema that --sarif-schema names (it is in the npm package @microsoft/sarif-multitool-linux)
  gitlab-codequality  each finding has what GitLab requires, and a fingerprint of its own
  github              at most ten errors; values end where they should. With --actions-core, the folder of npm's package
                      @actions/core, that package writes the same line of what a line says
  markdown            without HTML but <pre>, <code>, <p>, lists and headings when cmark-gfm has rendered it (package cmarkgfm)
  teamcity, azure     each line is a message

A package that is not installed is named, and what needs it is left out.
"""
import argparse, collections, concurrent.futures, json, os, pathlib, re, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FORMATS = 'github markdown junit sarif gitlab-codequality ctrf azure teamcity buildkite html'.split()
LIMITS = dict(zip(FORMATS, [300_000, 65_535, 30_000_000, 10_000_000, 30_000_000, 30_000_000, 300_000, 1_000_000, 1_048_576, 5_000_000]))
TAGS = {'h3', 'h4', 'p', 'code', 'pre', 'ul', 'li', 'strong'}


def optional(name):
    try:
        return __import__(name)
    except ImportError:
        print(f'left out: what needs the package {name}')
        return None


def check(log, options, tools):
    """What is wrong with the documents of a log, and their sizes."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        at = lambda name: pathlib.Path(folder) / name
        words = [options.weir, '--format', 'json', '-m', 'verbose', str(log)]
        for name in FORMATS:
            words += ['--output', f'{name}={at(name)}']
        ran = subprocess.run(words, capture_output=True, env={**os.environ, 'WEIR_STORE': 'off'})
        if ran.stderr:
            return [f'{log}: {ran.stderr.decode(errors="replace")[:300]}'], {}
        answer = json.loads(ran.stdout)
        passed = answer['verdict'] == 'passed'
        text = {name: at(name).read_text() for name in FORMATS}
        sizes = {name: len(value.encode()) for name, value in text.items()}
        wrong += [f'{name} has {size} bytes' for name, size in sizes.items() if size > LIMITS[name]]

        def ensure(holds, what):
            if not holds:
                wrong.append(what)

        names = {each['id'] for each in answer['failures']} | set(answer['named'])
        if tools['xsd']:
            # Of the place of a test that schema does not know; GitLab and makers of annotations read it.
            bare = re.sub(r'(<testcase [^>]*?) file="[^"]*"( line="\d+")?', r'\1', text['junit'])
            ensure(tools['xsd'].is_valid(bare), 'junit does not follow its schema')
        if tools['junitparser']:
            found, bad = set(), 0
            report = tools['junitparser'].JUnitXml.fromfile(str(at('junit')))
            suites = [suite for suite in report if suite.name != 'weir.verdict']
            stated = [sum(getattr(suite, key) for suite in suites) for key in ('tests', 'failures', 'errors', 'skipped')]
            counts = answer['counts']
            if all(counts[key] is not None for key in ('passed', 'skipped', 'other')) and suites:
                ensure(stated[0] - sum(stated[1:]) == counts['passed'] and stated[3] == counts['skipped'] + counts['other'],
                       f'junit counts {stated}, weir {counts}')
            ensure(report.tests == sum(suite.tests for suite in report), 'junit: the sum of its suites')
            for suite in report:
                for case in suite:
                    # Readers of annotations and of groups take these as they are.
                    ensure(case.time is not None, 'junit: a test without a time')
                    if any(type(result).__name__ in ('Failure', 'Error') for result in case.result):
                        bad += 1
                        found.add(case.name)
            ensure((bad == 0) == passed, f'junit: {bad} failures, verdict {answer["verdict"]}')
            if answer['unlisted'] == 0:
                ensure(names <= found, f'junit: without {sorted(names - found)[:3]}')
        sarif = json.loads(text['sarif'])
        if tools['sarif']:
            error = next(tools['sarif'].iter_errors(sarif), None)
            ensure(error is None, f'sarif: {error and error.message[:200]}')
        run = sarif['runs'][0]
        notes = [note for note in run['invocations'][0]['toolExecutionNotifications'] if note['level'] == 'error']
        errors = [result for each in sarif['runs'] for result in each['results'] if result['level'] == 'error']
        ensure((not errors and not notes) == passed, 'sarif is greener, or redder')
        ctrf = json.loads(text['ctrf'])
        if tools['ctrf']:
            error = next(tools['ctrf'].iter_errors(ctrf), None)
            ensure(error is None, f'ctrf: {error and error.message[:200]}')
        ensure((ctrf['results']['summary']['failed'] == 0) == passed, 'ctrf is greener, or redder')
        findings = json.loads(text['gitlab-codequality'])
        # Warnings are minor.
        ensure(all(each['severity'] == 'minor' for each in findings) == passed, 'gitlab-codequality is greener, or redder')
        ensure(len({each['fingerprint'] for each in findings}) == len(findings), 'gitlab-codequality: fingerprints')
        for each in findings:
            ensure(each['description'] and each['check_name'] and each['location']['path'], 'gitlab-codequality: a finding')
        errors = re.findall(r'^::error (?:file=[^,:]+,)?title=[^,:]+(?:,line=\d+)?::.+$', text['github'], re.M)
        ensure(len(errors) == text['github'].count('::error ') or '::error ' in ''.join(errors), 'github: a command')
        ensure((not errors) == passed and len(errors) <= 10, f'github: {len(errors)} errors')
        ensure(('result=Failed' in text['azure']) != passed, 'azure is greener, or redder')
        ensure(bool(re.search(r'^##teamcity\[(testFailed|buildProblem) ', text['teamcity'], re.M)) != passed, 'teamcity is greener, or redder')
        for line in text['teamcity'].splitlines():
            ensure(re.fullmatch(r"##teamcity\[\w+(?: \w+='(?:[^|'\[\]]|\|.)*')*\]", line), f'teamcity: {line[:80]}')
        if tools['cmarkgfm']:
            for name in ('markdown', 'buildkite'):
                if sizes[name] < 1_000_000:
                    page = tools['cmarkgfm'].github_flavored_markdown_to_html(text[name])
                    tags = set(re.findall(r'<([a-z0-9]+)', page))
                    ensure(tags <= TAGS, f'{name}: {sorted(tags - TAGS)}')
        ensure(('<h1 class="passed">' in text['html']) == passed, 'html is greener, or redder')
        tools['lines'] |= set(text['github'].splitlines())
        return [f'{log}: {each}' for each in wrong], sizes


def unescaped(text, property=False):
    for escape, character in [('%0D', '\r'), ('%0A', '\n')] + [('%3A', ':'), ('%2C', ',')] * property + [('%25', '%')]:
        text = text.replace(escape, character)
    return text


def by_actions_core(folder, lines):
    """The lines that the package writes in another way."""
    commands = []
    for line in lines:
        kind, properties, message = re.match(r'::(\w+) (.*?)::(.*)$', line).groups()
        properties = dict(each.split('=', 1) for each in properties.split(','))
        commands.append([kind, {key: unescaped(value, True) for key, value in properties.items()}, unescaped(message)])
    script = """import(process.argv[1]).then(({ issueCommand }) => {
        for (const each of JSON.parse(require('fs').readFileSync(0))) issueCommand(...each);
    })"""
    command = str(next(pathlib.Path(folder).rglob('lib/command.js')).resolve())
    ran = subprocess.run(['node', '-e', script, command], input=json.dumps(commands), capture_output=True, text=True, check=True)
    return [f'@actions/core: {line[:200]}' for line, theirs in zip(lines, ran.stdout.splitlines(), strict=True) if line != theirs]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('weir')
    parser.add_argument('folders', nargs='+')
    parser.add_argument('--sample', type=int, default=0)
    parser.add_argument('--sarif-schema')
    parser.add_argument('--actions-core')
    options = parser.parse_args()
    xmlschema, jsonschema = optional('xmlschema'), optional('jsonschema')
    schemas = ROOT / 'testdata/schemas'
    load = lambda path: jsonschema.validators.validator_for(json.loads(pathlib.Path(path).read_text()))(json.loads(pathlib.Path(path).read_text()))
    tools = {
        'lines': set(),
        'xsd': xmlschema and xmlschema.XMLSchema(str(schemas / 'junit-10.xsd')),
        'junitparser': optional('junitparser'),
        'cmarkgfm': optional('cmarkgfm'),
        'ctrf': jsonschema and load(schemas / 'ctrf.json'),
        'sarif': jsonschema and options.sarif_schema and load(options.sarif_schema),
    }
    logs = [path for folder in options.folders for path in sorted(pathlib.Path(folder).rglob('*'))
            if path.is_file() and re.search(r'\.(log|txt)(\.xz|\.gz|\.zst)?$', path.name)]
    if options.sample:
        logs = logs[::max(1, len(logs) // options.sample)]
    wrong, largest = [], collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for faults, sizes in pool.map(lambda log: check(log, options, tools), logs):
            wrong += faults
            for name, size in sizes.items():
                largest[name] = max(largest[name], size)
    if options.actions_core:
        lines = sorted(tools['lines'])
        wrong += by_actions_core(options.actions_core, lines)
        print(f'{len(lines)} workflow commands compared with @actions/core')
    print('\n'.join(wrong))
    print(f'{len(logs)} logs, {len(wrong)} faults')
    print('largest:', ', '.join(f'{name} {size}' for name, size in largest.items()))
    sys.exit(1 if wrong or not logs else 0)


if __name__ == '__main__':
    main()
