"""Parameters, notebook runner and report: the way from params.yaml to reports/."""
