"""Checks of a claim: instances, origin of the goals, decisions, and reports of failures.

A claim has no verdict if it has no evidence (`ledger.claim`), if tests contradict it
(`models.refuse_contradicted`), if its goals are not those of its statements or an informal step is
not tested (`origin`), or if a proof is not accepted (`proof.verdict`).
"""
