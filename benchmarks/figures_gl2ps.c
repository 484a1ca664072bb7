/* Draws triangles with OpenGL's feedback into gl2ps, without a window.

   gl2ps_draw TRIANGLES OUTPUT FORMAT SORT
   TRIANGLES: int32 count, width, height; 16 doubles from the world to clip coordinates, column by
   column; then for each corner x, y, z, red, green, blue as floats. */
#include <EGL/egl.h>
#include <GL/gl.h>
#include <gl2ps.h>
#include <stdio.h>
#include <stdlib.h>

static int begin_context(int width, int height)
{
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                       EGL_DEPTH_SIZE, 24, EGL_NONE};
    EGLint size[] = {EGL_WIDTH, width, EGL_HEIGHT, height, EGL_NONE};
    EGLConfig config;
    EGLint count;
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API)) return 0;
    if (!eglChooseConfig(display, wanted, &config, 1, &count) || !count) return 0;
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
    return eglMakeCurrent(display, surface, surface, context);
}

static void draw(const float *corners, int count)
{
    glBegin(GL_TRIANGLES);
    for (int k = 0; k < 3 * count; k++) {
        glColor3fv(corners + 6 * k + 3);
        glVertex3fv(corners + 6 * k);
    }
    glEnd();
}

int main(int argc, char **argv)
{
    int head[3];
    double matrix[16];
    if (argc != 5) return 2;
    FILE *input = fopen(argv[1], "rb");
    if (!input || fread(head, 4, 3, input) != 3 || fread(matrix, 8, 16, input) != 16) return 3;
    float *corners = malloc(sizeof(float) * 18 * head[0]);
    if (fread(corners, 4, 18 * head[0], input) != (size_t)(18 * head[0])) return 3;
    fclose(input);
    if (!begin_context(head[1], head[2])) return 4;
    glViewport(0, 0, head[1], head[2]);
    glMatrixMode(GL_PROJECTION);
    glLoadMatrixd(matrix);
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    glShadeModel(GL_SMOOTH);
    GLint viewport[4] = {0, 0, head[1], head[2]};
    int state = GL2PS_OVERFLOW;
    for (int size = 1 << 24; state == GL2PS_OVERFLOW; size *= 2) {
        FILE *output = fopen(argv[2], "wb");
        gl2psBeginPage("figure", "gl2ps", viewport, atoi(argv[3]), atoi(argv[4]),
                       GL2PS_OCCLUSION_CULL | GL2PS_BEST_ROOT,
                       GL_RGBA, 0, NULL, 0, 0, 0, size, output, argv[2]);
        draw(corners, head[0]);
        state = gl2psEndPage();
        fclose(output);
    }
    return state == GL2PS_SUCCESS ? 0 : 5;
}
