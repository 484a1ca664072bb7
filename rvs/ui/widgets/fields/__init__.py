"""Controls to type, choose or drag one value."""
