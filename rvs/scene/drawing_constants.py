"""Numbers shared by all painters of a scene."""

# Opacity of what is seen through bodies.
FAINT = 0.30
# Opacity of what lies on the floor, seen from below.
GROUND_FROM_BELOW = 0.2
# Opacity of the rim around letters.
HALO_OPACITY = 0.85
# Dashes: length that is drawn, and length after which they repeat, in pixels.
DASH_ON, DASH_PERIOD = 6.0, 10.0
# Above this opacity a solid counts as opaque.
OPAQUE = 0.999
# Sine of the elevation from which and up to which the backdrop changes its colour; a parallel view
# looks in one direction only and takes its height on the screen, -1 to 1, instead.
BACKDROP_BAND = (-0.40, 0.30)
BACKDROP_SCREEN_BAND = (-0.20, 1.40)
