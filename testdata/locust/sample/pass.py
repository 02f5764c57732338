from locust import HttpUser, constant, task


class Boat(HttpUser):
    wait_time = constant(0.2)

    @task
    def boats(self):
        self.client.get("/boats")
