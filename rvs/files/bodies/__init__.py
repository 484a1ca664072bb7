"""Body files: full models, end-effectors and library parts."""
