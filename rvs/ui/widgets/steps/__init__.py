"""The programs of robots laid out in time: bars, lines, lanes, and the buttons that play them."""
