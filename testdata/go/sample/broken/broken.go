package broken

func Length() int {
	var unused int
	return undefinedName
}

func take(count int) {}

func Call() { take("three") }
