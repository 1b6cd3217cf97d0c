from hypothesis import settings

settings.register_profile("table", deadline=None)  # the first call of a kernel may compile it
settings.load_profile("table")
