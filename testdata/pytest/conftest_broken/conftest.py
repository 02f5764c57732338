from missing_settings import PROFILE
