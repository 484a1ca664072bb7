"""What is solid and where.

Bodies of robots and things as meshes, without light, camera or colour of the view.
"""
