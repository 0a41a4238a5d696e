"""How the course is marked: read by every nbgrader command that is run in this folder."""

c = get_config()  # noqa: F821  # nbgrader's configuration has this name in scope

c.CourseDirectory.course_id = "privacy-leakage"
# an answer that is missing is no error, so that the other cells of a notebook still run
c.ClearSolutions.code_stub = {"python": "# your code here"}
c.ClearSolutions.text_stub = "Your answer here."
# the prover may take 120 seconds for one statement, and a cell asks it at most twice
c.ExecutePreprocessor.timeout = 300
