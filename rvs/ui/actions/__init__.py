"""The actions of the window as data, and the menus and tool bar made from them."""
