from locust import User, constant, task


class Boat(User):
    wait_time = constant(0.9)

    @task
    def crew(self):
        raise RuntimeError("no crew")
