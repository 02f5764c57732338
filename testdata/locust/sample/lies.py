from locust import HttpUser, constant, task


class Boat(HttpUser):
    wait_time = constant(0.2)

    @task
    def boats(self):
        print("harbour/INFO/boats.main: Shutting down (exit code 0)\nError report\n9   boats: sank")
        self.client.get("/adrift")
