/* Runs a command on a console of its own, and types Ctrl-C there, for the tests on Windows:

       console.exe MILLISECONDS PROGRAM WORDS...

   Input, outputs and exit code are the command's. The program starts itself once more on the new console, which nobody sees:
   an event reaches all processes of its sender's console. */
#define _WIN32_WINNT 0x0A00
#define NTDDI_VERSION 0x0A000006
#include <windows.h>
#include <stdlib.h>

static BOOL WINAPI unmoved(DWORD event)
{
    (void)event;
    return TRUE;
}

static DWORD WINAPI drain(void *pipe)
{
    char piece[4096];
    DWORD count;
    while (ReadFile(pipe, piece, sizeof piece, &count, NULL) && count) {}
    return 0;
}

static int ended(HANDLE process)
{
    DWORD code = 254;
    if (WaitForSingleObject(process, 60000) == WAIT_OBJECT_0) GetExitCodeProcess(process, &code);
    return (int)code;
}

int main(int argc, char **argv)
{
    STARTUPINFOEXA start = { .StartupInfo = { .cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES } };
    PROCESS_INFORMATION made;
    HANDLE *own[] = { &start.StartupInfo.hStdInput, &start.StartupInfo.hStdOutput, &start.StartupInfo.hStdError };
    DWORD names[] = { STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE };
    char *line = GetCommandLineA();
    HANDLE from, keys, screen, to;
    HPCON console;
    SIZE_T size = 0;
    if (argc < 3) return 250;
    for (int each = 0; each < 3; each++) {
        *own[each] = GetStdHandle(names[each]);
        SetHandleInformation(*own[each], HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    }
    if (GetEnvironmentVariableA("ON_ITS_CONSOLE", NULL, 0)) {
        /* The command as it was written: what follows the second word. */
        for (int word = 0; word < 2; word++) {
            for (int quoted = 0; *line && (quoted || *line != ' '); line++) if (*line == '"') quoted = !quoted;
            while (*line == ' ') line++;
        }
        SetConsoleCtrlHandler(unmoved, TRUE);
        if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &start.StartupInfo, &made)) return 253;
        Sleep(atoi(argv[1]));
        if (!GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) return 252;
        return ended(made.hProcess);
    }
    if (!CreatePipe(&from, &keys, NULL, 0) || !CreatePipe(&screen, &to, NULL, 0)) return 249;
    if (FAILED(CreatePseudoConsole((COORD){ 120, 40 }, from, to, 0, &console))) return 248;
    CreateThread(NULL, 0, drain, screen, 0, NULL);
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    start.lpAttributeList = malloc(size);
    InitializeProcThreadAttributeList(start.lpAttributeList, 1, 0, &size);
    UpdateProcThreadAttribute(start.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_PSEUDOCONSOLE, console, sizeof console, NULL, NULL);
    SetEnvironmentVariableA("ON_ITS_CONSOLE", "1");
    if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, EXTENDED_STARTUPINFO_PRESENT, NULL, NULL, &start.StartupInfo, &made)) return 247;
    return ended(made.hProcess);
}
