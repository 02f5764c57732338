	nonsense %eax
