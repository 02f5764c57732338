import nox
nox.options.default_venv_backend="venv"
@nox.session(python=False)
def unit(session): session.run("pytest","-q","tests",external=True)
@nox.session(python=False)
def lint(session): session.run("python","-c","print('lint ok')",external=True)
@nox.session(python=False)
def docs(session): session.run("python","-c","print('docs broken'); raise SystemExit(2)",external=True)
@nox.session(python="2.9")
def old(session): pass
@nox.session(python=False)
def stop(session): session.error("nothing to do")
@nox.session(python=False)
def skips(session): session.skip("not today")
@nox.session(python=False)
def boom(session): raise ValueError("boom")
