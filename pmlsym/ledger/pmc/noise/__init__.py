"""Claims of `pmc` about noise on a real-valued secret (Sec. VI, Ex. 6 and 7)."""
